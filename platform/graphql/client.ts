import { bound } from '../bound';
import { prepareOperation } from './call/callOperation';
import { describeArguments } from './call/describe';
import type { GraphqlEndpoint } from './endpoint';
import { schemaText } from './schema/introspection';
import { findRootField, listRootFields, rootFieldValue, subjectOf } from './schema/rootFields';
import { schemaOf } from './schema/schemaStore';
import { selectablePaths } from './selection/paths';
import { sendUserQuery, validateUserQuery } from './validateUserQuery';

/** Any query and mutation of a module, the undocumented ones too. */
export function graphqlClient(endpoint: GraphqlEndpoint) {
  return {
    ...bound({ schemaOf, prepareOperation, validateUserQuery, sendUserQuery }, endpoint),
    schemaText,
    listRootFields,
    findRootField,
    rootFieldValue,
    subjectOf,
    describeArguments,
    selectablePaths,
  };
}

export type GraphqlModule = ReturnType<typeof graphqlClient>;
