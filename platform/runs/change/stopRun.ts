import type { GraphQLSchema } from 'graphql';
import {
  GraphqlResponseError,
  OutcomeUnknownError,
  type PlatformError,
} from '../../common/errors/errors';
import { buildField, printDocument } from '../../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { buildIdArgument } from '../../graphql/call/commonArguments';
import { NotDoneError, failOnFalse } from '../../graphql/read/result';
import { requireRootField } from '../../graphql/schema/rootFields';
import { isNotFoundEntry } from '../../common/errors/errorCodes';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { makeRepeatableChange } from '../../http/retry';
import { ownValue } from '../../common/text/names';
import { getRun } from '../read/readRuns';
import type { RunKind } from '../kinds';
import { readRun, type Run } from '../read/run';
import { selectRun } from '../read/selection';
import { findOutcome } from '../read/outcome';

/**
 * Stops a run. The request is sent again if its response was lost, because stopping a run again has no effect.
 * @param mayHaveBeenMade true if an earlier try sent the request and its outcome is unknown
 * @returns the run after the stop
 * @throws OutcomeUnknownError if no response shows whether the run was stopped, or if a read shows that it continues
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
      buildField(root.name, {
        arguments: buildIdArgument(root, 'run', runId),
        select: selectRun(schema, root.field.type),
      }),
    ]);
  };
  const callOptions = failOnFalse(name, () => notStoppedError(kind, runId), options);
  const send = async (query: string) =>
    await makeRepeatableChange(
      () => endpoint.mutateIdempotent({ query }, callOptions),
      isNothingLeftToStop,
      mayHaveBeenMade,
    );
  const data = await requestBySchema(endpoint, write, send, options);
  const response = data && ownValue(data, name);
  return typeof response === 'object' && response !== null
    ? readRun(response, name, runId)
    : await readStoppedRun(endpoint, kind, runId, options);
}

/** Reads the run if the response to the stop lacks the run. If the read fails, the status is `UNKNOWN`: the run may have stopped. */
async function readStoppedRun(
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
  if (findOutcome(run) !== undefined || STOPPING_STATUS.test(run.status)) return run;
  throw new OutcomeUnknownError(
    notStoppedError(kind, runId),
    `The status of the run is ${run.status}. Check the platform, or try again. It is safe to repeat this.`,
  );
}

const STOPPING_STATUS = /KILL|STOP|TERMINAT|CANCEL/i;
const ENDED_MESSAGE =
  /already|\b(?:has|have|is|was|not) (?:ended|finished|terminated|stopped|completed|done|running)/i;

function isNothingLeftToStop(refusal: PlatformError): boolean {
  if (refusal instanceof NotDoneError) return true;
  if (!(refusal instanceof GraphqlResponseError)) return false;
  return refusal.errors.every(
    (entry) => isNotFoundEntry(entry) || ENDED_MESSAGE.test(entry.message),
  );
}

function notStoppedError({ noun }: RunKind, runId: string): NotDoneError {
  return new NotDoneError(
    `The platform did not stop the ${noun}'s run ${runId}`,
    'The run may have ended, or this login has no right to stop it.',
  );
}
