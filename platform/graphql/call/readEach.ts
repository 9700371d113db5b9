import type { GraphQLOutputType, GraphQLSchema, SelectionNode } from 'graphql';
import { field } from '../document/document';
import { queryBatched } from '../read/queryBatched';
import { requestBySchema } from '../schema/bySchema';
import { requireRootField, type RootName } from '../schema/rootFields';
import { isSchemaRefusal } from '../schema/schemaRefusal';
import type { GraphqlEndpoint } from '../send/endpoint';
import { idArgument } from './commonArguments';

/** A root query field about one thing, and what is read of it. */
interface WantedOfEach {
  name: RootName;
  /** What the ID is of, as "project". */
  what: string;
  /** By the schema; nothing is read if the platform has none of it. */
  select(schema: GraphQLSchema, type: GraphQLOutputType): readonly SelectionNode[];
}

/**
 * Reads something of many things that is a help, not a need, in shared requests.
 * @returns the responses by ID, without those that came too late or failed
 * @throws what does not fit the schema
 */
export async function readEach(
  endpoint: GraphqlEndpoint,
  { name, what, select }: WantedOfEach,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, unknown>> {
  const options = { signal, isOptional: true };
  const write = (schema: GraphQLSchema) => {
    const root = requireRootField(schema, 'query', name);
    return { root, selections: select(schema, root.field.type) };
  };
  const read = async ({ root, selections }: ReturnType<typeof write>) => {
    const found = new Map<string, unknown>();
    if (selections.length === 0) return found;
    const reads = [...ids].map(async (id) => {
      const wanted = { arguments: idArgument(root, what, id), select: selections };
      found.set(id, await queryBatched(endpoint, field(root.name, wanted), options));
    });
    for (const outcome of await Promise.allSettled(reads)) {
      if (outcome.status === 'rejected' && isSchemaRefusal(outcome.reason)) throw outcome.reason;
    }
    return found;
  };
  return await requestBySchema(endpoint, write, read, options);
}
