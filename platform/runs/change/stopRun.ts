import type { GraphQLSchema } from 'graphql';
import {
  GraphqlResponseError,
  OutcomeUnknownError,
  type PlatformError,
} from '../../common/errors/errors';
import { field, printDocument } from '../../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { idArgument } from '../../graphql/call/commonArguments';
import { NotDoneError, failOnFalse } from '../../graphql/read/result';
import { requireRootField } from '../../graphql/schema/rootFields';
import { isNotFoundEntry } from '../../common/errors/errorCodes';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { repeatableChange } from '../../http/retry';
import { ownValue } from '../../common/text/names';
import { getRun } from '../read/readRuns';
import type { RunKind } from '../kinds';
import { readRun, type Run } from '../read/run';
import { selectRun } from '../read/selection';
import { outcomeOf } from '../read/outcome';

/**
 * Asks the platform to stop a run; it is repeated where the response was lost, as a run stops only once.
 * @param mayHaveBeenMade whether it was asked for before, and it is not known what became of that
 * @returns the run as it is then
 * @throws OutcomeUnknownError if no attempt was answered, or if a run that is reported as ended continues; what a
 * mutation throws
 */
export async function stopRun(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  options: CallOptions = {},
  mayHaveBeenMade = false,
): Promise<Run> {
  const name = kind.stopMutation;
  const write = (schema: GraphQLSchema) => {
    const root = requireRootField(schema, 'mutation', name);
    return printDocument('mutation', [
      field(root.name, {
        arguments: idArgument(root, 'run', runId),
        select: selectRun(schema, root.field.type),
      }),
    ]);
  };
  const done = failOnFalse(name, () => notStopped(kind, runId), options);
  const send = async (query: string) =>
    await repeatableChange(
      () => endpoint.mutateIdempotent({ query }, done),
      saysStopped,
      mayHaveBeenMade,
    );
  const data = await requestBySchema(endpoint, write, send, options);
  const response = data && ownValue(data, name);
  return typeof response === 'object' && response !== null
    ? readRun(response, name, runId)
    : await runAfterStop(endpoint, kind, runId, options);
}

/** The stop was made, as it seems; a run that cannot be read any more does not undo it. */
async function runAfterStop(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  options: CallOptions,
): Promise<Run> {
  let run: Run;
  try {
    run = await getRun(endpoint, kind, runId, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return { id: runId, status: 'UNKNOWN' };
  }
  const goesOn = outcomeOf(run) === undefined && !SAYS_STOPPING.test(run.status);
  if (!goesOn) return run;
  throw new OutcomeUnknownError(
    notStopped(kind, runId),
    `The run is ${run.status}. Check the platform, or try again. It is safe to repeat this.`,
  );
}

const SAYS_STOPPING = /KILL|STOP|TERMINAT|CANCEL/i;
const SAYS_ENDED =
  /already|\b(?:has|have|is|was|not) (?:ended|finished|terminated|stopped|completed|done|running)/i;

/** Whether the platform says that there is nothing left to stop. */
function saysStopped(refusal: PlatformError): boolean {
  if (refusal instanceof NotDoneError) return true;
  if (!(refusal instanceof GraphqlResponseError)) return false;
  return refusal.errors.every((entry) => isNotFoundEntry(entry) || SAYS_ENDED.test(entry.message));
}

function notStopped({ noun }: RunKind, runId: string): NotDoneError {
  return new NotDoneError(
    `The platform did not stop the ${noun}'s run ${runId}`,
    'The run may have ended, or this login has no right to stop it.',
  );
}
