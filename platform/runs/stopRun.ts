import { field, printOperation } from '../graphql/document';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { identifierField } from '../graphql/schema/identifierField';
import { schemaOf } from '../graphql/schema/schemaStore';
import type { RunKind } from './kinds';
import { readRun, type Run } from './run';
import { runSelection } from './selection';

/** Asks the platform to stop a run; it is repeated where the answer was lost, as a run stops only once. */
export async function stopRun(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  options: CallOptions = {},
): Promise<Run> {
  const { schema } = await schemaOf(endpoint, options);
  const stop = identifierField(schema, 'mutation', kind.stopMutation);
  const select = runSelection(stop.type);
  const query = printOperation('mutation', [
    field(stop.name, {
      arguments: { [stop.argument]: runId },
      select: select.length > 0 ? select : undefined,
    }),
  ]);
  const data = await endpoint.mutateIdempotent({ query }, options);
  return readRun(data[stop.name], stop.name);
}
