import { field, printOperation } from '../graphql/document';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { idArgument } from '../graphql/call/knownArguments';
import { requireRootField } from '../graphql/schema/rootFields';
import { schemaOf } from '../graphql/schema/schemaStore';
import type { RunKind } from './kinds';
import { readRun, type Run } from './run';
import { runSelection } from './selection';
import { ownValue } from '../names';

/** Asks the platform to stop a run; it is repeated where the answer was lost, as a run stops only once. */
export async function stopRun(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  options: CallOptions = {},
): Promise<Run> {
  const { schema } = await schemaOf(endpoint, options);
  const root = requireRootField(schema, 'mutation', kind.stopMutation);
  const query = printOperation('mutation', [
    field(root.name, {
      arguments: idArgument(root, 'run', runId),
      select: runSelection(schema, root.field.type),
    }),
  ]);
  const data = await endpoint.mutateIdempotent({ query }, options);
  return readRun(ownValue(data, root.name), root.name);
}
