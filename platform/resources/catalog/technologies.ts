import type { GraphQLSchema } from 'graphql';
import { PlatformError } from '../../errors/errors';
import { callRootField, type ChosenCall } from '../../graphql/call/callRootField';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { selectablePaths } from '../../graphql/selection/paths';
import { type WrittenFields } from '../../graphql/selection/supported';
import { readIdentifier } from '../../input/identifiers';
import { isObject } from '../../text/values';
import { objectsIn } from '../entities';

/** A repository, technology or context with the fields that this platform's schema has. */
export type CatalogEntry = Record<string, unknown>;

/** Every technology, of one repository or of all; the catalog reaches them through its repositories. */
export async function listTechnologies(
  catalog: GraphqlEndpoint,
  repositoryId: unknown,
  options?: CallOptions,
): Promise<CatalogEntry[]> {
  const only = repositoryId ? readIdentifier(repositoryId, 'repository') : undefined;
  const selection = { mode: 'fields', fields: ['id', 'technologies'] } as const;
  const repositories = objectsIn<CatalogEntry>(
    await callRootField(catalog, 'query', 'repositories', { selection }, options),
  );
  return repositories
    .filter(({ id }) => only === undefined || id === only)
    .flatMap(({ id, technologies }) =>
      objectsIn<CatalogEntry>(technologies).map((technology) => ({
        ...technology,
        repositoryId: id,
      })),
    );
}

/**
 * One technology: job, Spark and app technologies each with their own fields.
 * @param fields those that matter, as a selection set, where not those that most users want
 */
export async function getTechnology(
  catalog: GraphqlEndpoint,
  technologyId: unknown,
  options?: CallOptions,
  fields?: WrittenFields,
): Promise<CatalogEntry> {
  const id = readIdentifier(technologyId, 'technology');
  const call: ChosenCall = {
    arguments: { id },
    ...(fields && { selection: { mode: 'supported', text: fields } }),
  };
  return asEntry(await callRootField(catalog, 'query', 'technology', call, options), id);
}

/** The contexts (versions to run with) of a technology, each with the technology as a job has it. */
export async function listContexts(
  catalog: GraphqlEndpoint,
  technologyId: unknown,
  options?: CallOptions,
): Promise<CatalogEntry[]> {
  const id = readIdentifier(technologyId, 'technology');
  const call = (schema: GraphQLSchema): ChosenCall => ({
    arguments: { id },
    selection: { mode: 'fields', fields: ['label', ...contextPaths(schema)] },
  });
  const technology = asEntry(
    await callRootField(catalog, 'query', 'technology', call, options),
    id,
  );
  const ofTechnology = { technology: { id, label: technology.label } };
  return Object.values(technology)
    .flatMap(objectsIn<CatalogEntry>)
    .map((context) => ({ ...context, ...ofTechnology }));
}

/** Job and Spark technologies have `contexts`, app technologies `appContexts`; each keeps its own fields. */
function contextPaths(schema: GraphQLSchema): string[] {
  const technology = schema.getQueryType()?.getFields().technology?.type;
  const paths = technology ? selectablePaths(schema, technology) : [];
  const lists = paths
    .map((path) => /^((?:\w+:)?(?:contexts|appContexts))\./.exec(path)?.[1])
    .filter((path) => path !== undefined);
  if (lists.length > 0) return [...new Set(lists)];
  throw new PlatformError('This platform cannot list contexts because its technologies have none', {
    hint: '"Call Operation" lists what its catalog offers.',
    code: 'NOT_SUPPORTED',
  });
}

export function asEntry(value: unknown, id: string): CatalogEntry {
  if (isObject(value)) return value;
  throw new PlatformError(`The catalog has no entry with the ID ${id}`, {
    hint: 'Choose it again from the list. It may have been deleted.',
    code: 'NOT_FOUND',
  });
}
