import type { FileContent } from '../../content';
import { GraphqlAnswerError } from '../../errors';
import type { CallOptions, GraphqlEndpoint } from '../endpoint';
import { findRootField } from '../schema/rootFields';
import { forgetSchema, schemaOf } from '../schema/schemaStore';
import { readArguments } from './arguments';
import { callDocument, type Selection } from './callDocument';
import { takeUploads } from './uploads';

export interface OperationToCall {
  /** `query.<name>` or `mutation.<name>`. */
  rootField: unknown;
  /** Plain JSON values by argument; for a file the name by which `openFile` knows it. */
  arguments: Record<string, unknown>;
  selection: Selection;
  openFile(name: string): Promise<FileContent>;
}

/**
 * Calls any query or mutation of the live schema.
 * @returns what stands under the root field
 * @throws InvalidInputError for what does not fit the schema, before anything is sent
 */
export async function callOperation(
  endpoint: GraphqlEndpoint,
  operation: OperationToCall,
  options: CallOptions = {},
): Promise<unknown> {
  const { schema } = await schemaOf(endpoint, options);
  const root = findRootField(schema, operation.rootField);
  const given = readArguments(root, operation.arguments);
  const query = callDocument(schema, root, Object.keys(given), operation.selection);
  const { variables, uploads } = takeUploads(root, given);
  const request = { query, ...(Object.keys(variables).length > 0 && { variables }) };
  const files = await Promise.all(
    uploads.map(async ({ path, name }) => ({
      path,
      name,
      content: await operation.openFile(name),
    })),
  );
  const send = root.kind === 'query' ? 'query' : 'mutate';
  try {
    const data = await endpoint[send]({ ...request, files }, options);
    return data[root.name];
  } catch (error) {
    // A document that was valid by our copy of the schema: the platform may have changed meanwhile.
    if (error instanceof GraphqlAnswerError && error.refusedBeforeExecution) forgetSchema(endpoint);
    throw error;
  }
}
