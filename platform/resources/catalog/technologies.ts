import type { GraphQLSchema } from 'graphql';
import { PlatformError } from '../../common/errors/errors';
import { callRootField, type ChosenCall } from '../../graphql/call/callRootField';
import { requireResultField, type RootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import {
  selectPresent,
  writtenFields,
  type WrittenFields,
} from '../../graphql/selection/supported';
import { readIdentifier } from '../../common/input/identifiers';
import { isObject } from '../../common/text/values';
import { objectsIn } from '../entities';

export type CatalogEntry = Record<string, unknown>;

const TECHNOLOGIES = writtenFields('id technologies');
/** Job and Spark technologies have `contexts`, app technologies `appContexts`. */
const CONTEXTS = writtenFields('contexts appContexts');
const LABEL_AND_CONTEXTS = writtenFields(`label ${CONTEXTS}`);

export class Technologies {
  constructor(private readonly catalog: GraphqlEndpoint) {}

  /** Reads the technologies of one or all repositories, because the catalog lists them only there. */
  async list(repositoryId: unknown, options?: CallOptions): Promise<CatalogEntry[]> {
    const only = repositoryId ? readIdentifier(repositoryId, 'repository') : undefined;
    const call = (_schema: GraphQLSchema, root: RootField): ChosenCall => {
      requireResultField(root, 'technologies');
      return { selection: { mode: 'supported', text: TECHNOLOGIES } };
    };
    const repositories = objectsIn<CatalogEntry>(
      await callRootField(this.catalog, 'query', 'repositories', call, options),
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
   * Job, Spark and app technologies each have their own fields.
   * @param fields selection set that replaces the default
   */
  async get(
    technologyId: unknown,
    options?: CallOptions,
    fields?: WrittenFields,
  ): Promise<CatalogEntry> {
    const id = readIdentifier(technologyId, 'technology');
    const call: ChosenCall = {
      arguments: { id },
      ...(fields && { selection: { mode: 'supported', text: fields } }),
    };
    return asEntry(await callRootField(this.catalog, 'query', 'technology', call, options), id);
  }

  /** Lists the contexts (versions to run with), each with the technology as a job has it. */
  async listContexts(technologyId: unknown, options?: CallOptions): Promise<CatalogEntry[]> {
    const id = readIdentifier(technologyId, 'technology');
    const call = (schema: GraphQLSchema, { field }: RootField): ChosenCall => {
      if (selectPresent(schema, field.type, CONTEXTS).length === 0) throw withoutContexts();
      return { arguments: { id }, selection: { mode: 'supported', text: LABEL_AND_CONTEXTS } };
    };
    const technology = asEntry(
      await callRootField(this.catalog, 'query', 'technology', call, options),
      id,
    );
    const ofTechnology = { technology: { id, label: technology.label } };
    return Object.values(technology)
      .flatMap(objectsIn<CatalogEntry>)
      .map((context) => ({ ...context, ...ofTechnology }));
  }
}

function withoutContexts(): PlatformError {
  const message = 'This platform cannot list contexts because its technologies have none';
  return new PlatformError(message, {
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
