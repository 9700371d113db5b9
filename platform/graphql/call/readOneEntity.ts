import type { GraphQLSchema } from 'graphql';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { idArgument } from './commonArguments';
import { field } from '../document/document';
import { queryBatched } from '../read/queryBatched';
import { requestBySchema } from '../schema/bySchema';
import { requireRootField, type RootName } from '../schema/rootFields';
import { responseNames, restoreNames } from '../selection/restoreNames';
import { supportedSelection } from '../selection/supported';
import type { WrittenFields } from '../selection/writtenFields';

/** A root query field that is about one thing. */
interface OneEntity {
  name: RootName;
  /** What the ID is of, as "project". */
  what: string;
  id: string;
  /** The fields that matter; those that the platform lacks are left out. */
  fields: WrittenFields;
}

/**
 * Reads a root query field about one thing. What is asked for at the same moment shares a request.
 * @param find says what is to be read by the live schema; undefined where the platform has nothing of it
 * @returns undefined where nothing was asked for
 * @throws UnsupportedError where the platform lacks the root field
 */
export async function readOneEntity(
  endpoint: GraphqlEndpoint,
  find: (schema: GraphQLSchema) => OneEntity | undefined,
  options?: CallOptions,
): Promise<unknown> {
  const write = (schema: GraphQLSchema) => {
    const asked = find(schema);
    if (!asked) return undefined;
    const { name, what, id, fields } = asked;
    const root = requireRootField(schema, 'query', name);
    const select = supportedSelection(schema, root.field.type, fields);
    const node = field(root.name, { arguments: idArgument(root, what, id), select });
    return { node, names: responseNames(select) };
  };
  type Written = ReturnType<typeof write>;
  const ask = async (written: Written) => {
    if (!written) return undefined;
    return restoreNames(await queryBatched(endpoint, written.node, options), written.names);
  };
  return await requestBySchema(endpoint, write, ask, options);
}
