import { NodeOperationError, type INode } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { PlatformError } from '../../../../platform/errors/errors';
import { UNTRACKED_STATUS } from '../../../../platform/runs/read/outcome';
import type { RunStart } from '../../../../platform/runs/start/runStart';
import { factsOf, nodeError, withFacts, type NodeFailure } from '../../../shared/errors/errors';
import type { OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';
import type { StartInput } from '../runOptions';

type NamedRun = { id: string; status: string; number?: number };

const OR_START_AGAIN = 'set "If the Response Is Lost" to "Start Again"';
const TO_CONTINUE =
  'To continue with that run, set "If Already Running" to "Use the Current Run". To start another run, wait until it ends, or';

/** Builds the errors of items for which nothing is started. */
export class StartRefusals {
  constructor(
    private readonly call: OperationCall<PlatformClient>,
    private readonly runnable: Runnable,
  ) {}

  alreadyRunning(itemIndex: number, input: StartInput, run: NamedRun): NodeOperationError {
    const ifUntracked =
      run.status === UNTRACKED_STATUS
        ? ' The platform does not know its status: if that run no longer exists, delete it with "Delete Many".'
        : '';
    return this.refusal(
      itemIndex,
      input,
      `is already running: ${nameOf(run)}, ${run.status}`,
      `Nothing was started for this item. Wait until that run ends, or choose another value for "If Already Running".${ifUntracked}`,
    );
  }

  startedTwice(itemIndex: number, input: StartInput, previous: number): NodeOperationError {
    return this.refusal(
      itemIndex,
      input,
      `is started by the items ${previous} and ${itemIndex}`,
      'The second item would find the run of the first one. Nothing was started for them. Remove one item, or choose another value for "If Already Running".',
    );
  }

  /** A user retries an execution, and the run may be the one that it started. */
  mayBeStarted(
    itemIndex: number,
    input: StartInput,
    run: NamedRun,
    isCurrent: boolean,
  ): NodeOperationError {
    return this.refusal(
      itemIndex,
      input,
      `has a ${isCurrent ? 'current ' : ''}run that the failed execution may have started: ${nameOf(run)}, ${run.status}`,
      `Nothing was started for this item. ${isCurrent ? TO_CONTINUE : 'If that run is not the requested one,'} ${OR_START_AGAIN}.`,
    );
  }

  /** A user retries an execution, and its run may be further back than the runs that were read. */
  tooManyRuns(itemIndex: number, input: StartInput, count: number): NodeOperationError {
    return this.refusal(
      itemIndex,
      input,
      `was not started: the failed execution may have started it, and the newest ${count} runs do not reach back to then`,
      `Check the runs of the ${this.runnable.noun} on the platform. To start it again, ${OR_START_AGAIN}.`,
    );
  }

  /** A user retries an execution so soon that its start may still begin a run. */
  mayStillBegin(itemIndex: number, input: StartInput, waitMs: number): NodeOperationError {
    return this.refusal(
      itemIndex,
      input,
      'was not started: the failed execution sent a start that may still begin a run',
      `Retry the execution in ${Math.ceil(waitMs / 1000)} s. To start it now, ${OR_START_AGAIN}.`,
    );
  }

  /** A user retries an execution, and the platform does not return runs. */
  runsHidden(itemIndex: number, input: StartInput, failure: PlatformError): NodeOperationError {
    return this.refusal(
      itemIndex,
      input,
      'was not started: the failed execution may have started it, and its runs cannot be read',
      `Check the runs of the ${this.runnable.noun} on the platform. To start it again, ${OR_START_AGAIN}. ${failure.message}.`,
    );
  }

  private refusal(
    itemIndex: number,
    { parentId }: StartInput,
    what: string,
    description: string,
  ): NodeOperationError {
    const noun = this.runnable.noun === 'job' ? 'Job' : 'Pipeline';
    const node = this.call.execution.getNode();
    const message = `${noun} ${parentId} ${what}`;
    const refusal = new NodeOperationError(node, message, { itemIndex, description });
    return withFacts(refusal, { errorCode: 'NOT_ALLOWED' });
  }
}

function nameOf({ id, number }: NamedRun): string {
  return number === undefined ? `run ${id}` : `run ${number} (${id})`;
}

const MAX_NAMED = 20;

/**
 * The error of a node that started runs: its description names those that it does not name already.
 * @param leftCount how many items were not begun
 */
export function failureWithRuns(
  node: INode,
  error: unknown,
  { noun }: Runnable,
  starts: ReadonlyArray<RunStart | undefined>,
  leftCount = 0,
): NodeFailure {
  const failure = nodeError(node, error);
  const text = `${failure.message} ${failure.description ?? ''}`;
  const started = starts.flatMap((start) =>
    start?.run && start.isOwn && !text.includes(start.run.id)
      ? [`${start.run.id} (${noun} ${start.parentId})`]
      : [],
  );
  const more = started.length - MAX_NAMED;
  const lines = [
    ...(leftCount > 0
      ? [`${nameFailedItem(failure)}Items that were not started: ${leftCount}`]
      : []),
    ...(started.length > 0 ? ['Runs that were started:'] : []),
    ...started.slice(0, MAX_NAMED),
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

function nameFailedItem(failure: NodeFailure): string {
  const { itemIndex } = failure.context;
  const isNamed = typeof itemIndex !== 'number' || factsOf(failure).errorCode === 'NOT_STARTED';
  return isNamed ? '' : `Item ${itemIndex} failed. `;
}
