import { bound } from '../bound';
import { prepareChosenRootField } from './call/callRootField';
import { describeArguments } from './call/describe';
import type { CallOptions, GraphqlEndpoint } from './send/endpoint';
import { wholeSchema, withIntrospectedSchema, type BuildFromSchema } from './schema/bySchema';
import { schemaText } from './schema/introspection';
import { findRootField, listRootFields, rootFieldValue } from './schema/rootFields';
import { selectablePaths } from './selection/paths';
import { sendUserQuery, validateUserQuery } from './userQuery/userQuery';

/** Any query and mutation of a module, the undocumented ones too. */
export function graphqlClient(endpoint: GraphqlEndpoint) {
  return {
    ...bound({ wholeSchema, prepareChosenRootField, validateUserQuery, sendUserQuery }, endpoint),
    withIntrospectedSchema: async <Made>(read: BuildFromSchema<Made>, options?: CallOptions) =>
      await withIntrospectedSchema(endpoint, read, options),
    explorerUrl: endpoint.explorerUrl,
    schemaText,
    listRootFields,
    findRootField,
    rootFieldValue,
    describeArguments,
    selectablePaths,
  };
}

export type GraphqlModule = ReturnType<typeof graphqlClient>;
