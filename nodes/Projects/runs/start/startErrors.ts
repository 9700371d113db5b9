import type { INode } from 'n8n-workflow';
import type { PlatformError } from '../../../../platform/common/errors/errors';
import { UNTRACKED_STATUS } from '../../../../platform/runs/read/outcome';
import type { RunStart } from '../../../../platform/runs/start/runStart';
import { describeRunNumber } from '../../../../platform/runs/wait/failure';
import { getFacts, buildNodeError, type NodeFailure } from '../../../shared/errors/errors';
import type { Runnable } from '../runnable';

type FoundRun = { id: string; status: string; number?: number };

const SET_START_AGAIN = 'set "If the Response Is Lost" to "Start Again"';
const TO_CONTINUE =
  'To continue with that run, set "If Already Running" to "Use the Current Run". To start another run, wait until it ends, or';

export interface StartRefusal {
  /** The end of the message, after the noun and the ID of the job or pipeline. */
  problem: string;
  description: string;
}

export function explainAlreadyRunning(run: FoundRun): StartRefusal {
  const ifUntracked =
    run.status === UNTRACKED_STATUS
      ? ' The platform does not know the status of that run. If the run no longer exists, delete it with "Delete Many".'
      : '';
  return {
    problem: `is already running: ${describeRunNumber(run)}, ${run.status}`,
    description: `Nothing was started for this item. Wait until that run ends, or choose another value for "If Already Running".${ifUntracked}`,
  };
}

export const explainStartedTwice = (itemIndex: number, previous: number): StartRefusal => ({
  problem: `is started by the items ${previous} and ${itemIndex}`,
  description:
    'Remove one item, or choose another value for "If Already Running". The second item would find the run of the first one. Nothing was started for them.',
});

/** Is used in a user's retry, which is an execution that repeats a failed one. */
export const explainMayBeStarted = (run: FoundRun, isCurrent: boolean): StartRefusal => ({
  problem: `has a ${isCurrent ? 'current ' : ''}run that the failed execution may have started: ${describeRunNumber(run)}, ${run.status}`,
  description: `Nothing was started for this item. ${isCurrent ? TO_CONTINUE : 'If that run is not the requested one,'} ${SET_START_AGAIN}.`,
});

/** Is used in a user's retry, if the run of the failed execution may be older than the runs that were read. */
export const explainTooManyRuns = ({ noun }: Runnable, count: number): StartRefusal => ({
  problem: `was not started, because the failed execution may have started it before the newest ${count} runs`,
  description: `Check the runs of the ${noun} on the platform. To start it again, ${SET_START_AGAIN}.`,
});

export const explainMayStillBegin = (waitMs: number): StartRefusal => ({
  problem: 'was not started, because a start that the failed execution sent may still begin a run',
  description: `Retry the execution in ${Math.ceil(waitMs / 1000)} s. To start it now, ${SET_START_AGAIN}.`,
});

/** Is used in a user's retry, if the platform does not return runs. */
export const explainRunsHidden = ({ noun }: Runnable, failure: PlatformError): StartRefusal => ({
  problem:
    'was not started, because the failed execution may have started it, and its runs cannot be read',
  description: `Check the runs of the ${noun} on the platform. To start it again, ${SET_START_AGAIN}. ${failure.message}.`,
});

const MAX_NAMED_RUNS = 20;

/**
 * Adds started runs to the description of an error, unless the error already contains them.
 * @param notStartedCount number of items that were not started
 */
export function addRunsToFailure(
  node: INode,
  error: unknown,
  { noun }: Runnable,
  starts: ReadonlyArray<RunStart | undefined>,
  notStartedCount: number,
): NodeFailure {
  const failure = buildNodeError(node, error);
  const text = `${failure.message} ${failure.description ?? ''}`;
  const started = starts.flatMap((start) =>
    start?.run && start.isOwn && !text.includes(start.run.id)
      ? [`${start.run.id} (${noun} ${start.parentId})`]
      : [],
  );
  const more = started.length - MAX_NAMED_RUNS;
  const lines = [
    ...(notStartedCount > 0
      ? [`${describeFailedItem(failure)}Items that were not started: ${notStartedCount}`]
      : []),
    ...(started.length > 0 ? ['Runs that were started:'] : []),
    ...started.slice(0, MAX_NAMED_RUNS),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
  if (lines.length === 0) return failure;
  failure.description = [failure.description, ...lines].filter(Boolean).join('\n');
  const { descriptionTemplate } = failure.context;
  if (typeof descriptionTemplate === 'string') {
    failure.context.descriptionTemplate = [descriptionTemplate, ...lines].join('<br>');
  }
  return failure;
}

function describeFailedItem(failure: NodeFailure): string {
  const { itemIndex } = failure.context;
  // An error with NOT_STARTED lists the failed items itself.
  const isOfFailedItem = getFacts(failure).errorCode !== 'NOT_STARTED';
  return typeof itemIndex === 'number' && isOfFailedItem ? `Item ${itemIndex} failed. ` : '';
}
