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
/** Job and Spark technologies have `contexts`, and app technologies have `appContexts`. */
const CONTEXTS = writtenFields('contexts appContexts');
const LABEL_AND_CONTEXTS = writtenFields(`label ${CONTEXTS}`);

export class Technologies {
  constructor(private readonly catalog: GraphqlEndpoint) {}

  /** Lists the technologies of one repository or of all. The catalog lists technologies only within repositories. */
  async list(repositoryId: unknown, options?: CallOptions): Promise<CatalogEntry[]> {
    const wantedId = repositoryId ? readIdentifier(repositoryId, 'repository') : undefined;
    const call = (_schema: GraphQLSchema, root: RootField): ChosenCall => {
      requireResultField(root, 'technologies');
      return { selection: { mode: 'supported', text: TECHNOLOGIES } };
    };
    const repositories = objectsIn<CatalogEntry>(
      await callRootField(this.catalog, 'query', 'repositories', call, options),
    );
    return repositories
      .filter(({ id }) => wantedId === undefined || id === wantedId)
      .flatMap(({ id, technologies }) =>
        objectsIn<CatalogEntry>(technologies).map((technology) => ({
          ...technology,
          repositoryId: id,
        })),
      );
  }

  /**
   * Reads a technology. Job, Spark and app technologies have different fields.
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
    return requireEntry(
      await callRootField(this.catalog, 'query', 'technology', call, options),
      id,
    );
  }

  /** Lists the contexts of a technology, which are its versions. Adds to each context a field `technology` like that of a job. */
  async listContexts(technologyId: unknown, options?: CallOptions): Promise<CatalogEntry[]> {
    const id = readIdentifier(technologyId, 'technology');
    const call = (schema: GraphQLSchema, { field }: RootField): ChosenCall => {
      if (selectPresent(schema, field.type, CONTEXTS).length === 0) throw noContextsError();
      return { arguments: { id }, selection: { mode: 'supported', text: LABEL_AND_CONTEXTS } };
    };
    const technology = requireEntry(
      await callRootField(this.catalog, 'query', 'technology', call, options),
      id,
    );
    const technologyField = { technology: { id, label: technology.label } };
    return Object.values(technology)
      .flatMap(objectsIn<CatalogEntry>)
      .map((context) => ({ ...context, ...technologyField }));
  }
}

function noContextsError(): PlatformError {
  const message = 'This platform cannot list contexts because its technologies have none';
  return new PlatformError(message, {
    hint: '"Call Operation" lists the operations that its catalog has.',
    code: 'NOT_SUPPORTED',
  });
}

export function requireEntry(value: unknown, id: string): CatalogEntry {
  if (isObject(value)) return value;
  throw new PlatformError(`The catalog has no entry with the ID ${id}`, {
    hint: 'The entry may have been deleted. Choose one from the list.',
    code: 'NOT_FOUND',
  });
}
