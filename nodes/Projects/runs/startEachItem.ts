import { NodeOperationError } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { unlessCancelled } from '../../../platform/cancel';
import { IntrospectionRefusedError } from '../../../platform/errors';
import type { Run } from '../../../platform/runs/run';
import type { RunStart } from '../../../platform/runs/startRun';
import type { JobLook } from '../../../platform/runs/startsOfJobs';
import { nodeError } from '../../shared/errors';
import { inputOf, type ItemInput } from '../../shared/items';
import type { ItemCall, OperationCall } from '../../shared/operation';
import { restoreRuns, saveRuns, startOf } from './startedRuns';
import { RunLog } from './runLog';
import type { Runnable } from './runnable';
import { readStartOptions, type StartOptions } from './startOptions';

/** What an item asks for. */
export interface StartInput extends StartOptions {
  parentId: string;
}

/** The run that an item gets. */
export interface RunOfItem {
  id: string;
  status: string;
  /** Somebody else started it. */
  isTaken?: boolean;
  /** The run that was under way, where the item was skipped for it. */
  skippedFor?: Run;
}

/** What to do about a start whose execution was cancelled; its run may be known later. */
export type OnCancelled = (
  call: ItemCall<PlatformClient>,
  outcome: Promise<{ id: string }>,
) => Promise<void>;

/** Runs of a job that are looked at before something is started. */
const NEWEST_RUNS = 20;
const MOST_NAMED = 20;

export function readStartInput(call: ItemCall<PlatformClient>, runnable: Runnable): StartInput {
  return {
    ...readStartOptions(call.execution, call.itemIndex),
    parentId: runnable.readParentId(call),
  };
}

/** The starts of all items of one call of the node. */
export class ItemStarts {
  private readonly starts: Array<RunStart | undefined>;
  private readonly previousOfJob: Array<number | undefined> = [];
  private readonly runs: Array<Promise<RunOfItem> | undefined> = [];
  private looks: ReadonlyMap<string, JobLook> = new Map();
  private isAwaited = false;
  private readonly log: RunLog;

  constructor(
    private readonly call: OperationCall<PlatformClient>,
    private readonly runnable: Runnable,
    private readonly inputs: ReadonlyArray<ItemInput<StartInput>>,
    private readonly onCancelled?: OnCancelled,
  ) {
    this.log = new RunLog(call.execution);
    restoreRuns(call, runnable);
    const last = new Map<string, number>();
    this.starts = inputs.map((read, itemIndex) => {
      if ('failure' in read) return undefined;
      const { parentId } = read.input;
      this.previousOfJob[itemIndex] = last.get(parentId);
      last.set(parentId, itemIndex);
      return startOf(call, runnable, parentId, itemIndex);
    });
  }

  /**
   * Looks at the jobs once for all items that need it, before anything is started.
   * @param isAwaited whether runs are waited for, for which the platform has to tell them
   */
  async lookFirst(isAwaited: boolean): Promise<void> {
    const { client, options, execution } = this.call;
    const isRetry = execution.getMode() === 'retry';
    const isNeeded = ({ ifRunning, onLostAnswer }: StartInput) =>
      isAwaited || ifRunning !== 'start' || (isRetry && onLostAnswer !== 'startAgain');
    const jobs = this.inputs.flatMap((read, itemIndex) =>
      'input' in read && this.isToStart(itemIndex) && isNeeded(read.input)
        ? [read.input.parentId]
        : [],
    );
    if (jobs.length === 0) return;
    this.isAwaited = isAwaited;
    const runs = this.runnable.runs(client);
    if (isAwaited) await runs.requireQuery(options);
    this.looks = await runs.lookAtJobs(jobs, NEWEST_RUNS, options);
    if (execution.continueOnFail()) return;
    this.inputs.forEach((_read, itemIndex) => this.requireLook(itemIndex));
  }

  /** The item's run: started, or one that was under way. */
  async runOf(call: ItemCall<PlatformClient>): Promise<RunOfItem> {
    return await this.turnOf(call.itemIndex);
  }

  parentIdOf(call: ItemCall<PlatformClient>): string {
    return inputOf(this.inputs, call).parentId;
  }

  /** Does the work; where that fails, the error names the runs that were started. */
  async named<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      saveRuns(this.call, this.starts);
      const failure = nodeError(this.call.execution.getNode(), error);
      const text = this.startedRuns(`${failure.message} ${failure.description ?? ''}`);
      if (text) {
        failure.description = [failure.description, text].filter(Boolean).join('\n');
        const { descriptionTemplate } = failure.context;
        if (typeof descriptionTemplate === 'string') {
          failure.context.descriptionTemplate = `${descriptionTemplate}<br>${text.replaceAll('\n', '<br>')}`;
        }
      }
      throw failure;
    } finally {
      this.log.write();
    }
  }

  private turnOf(itemIndex: number): Promise<RunOfItem> {
    return (this.runs[itemIndex] ??= this.turn({ ...this.call, itemIndex }));
  }

  private async turn(call: ItemCall<PlatformClient>): Promise<RunOfItem> {
    const input = inputOf(this.inputs, call);
    const start = this.starts[call.itemIndex] as RunStart;
    if (start.run) return { ...start.run, isTaken: start.isTaken };
    if (this.isToStart(call.itemIndex)) {
      this.requireLook(call.itemIndex);
      if (input.ifRunning !== 'start') {
        const run = await this.underWay(call.itemIndex);
        if (run) return this.besides(call, input, run);
      } else {
        this.refuseAnother(call, input);
      }
    }
    return await this.started(call, start, input);
  }

  private async started(
    call: ItemCall<PlatformClient>,
    start: RunStart,
    { onLostAnswer }: StartInput,
  ): Promise<RunOfItem> {
    const { client, options, signal } = call;
    const begun = this.runnable.runs(client).start(start, { ...options, onLostAnswer });
    const outcome = begun.then((run) => {
      this.tell('Started', run.id, call.itemIndex);
      return run;
    });
    try {
      return await unlessCancelled(outcome, signal);
    } finally {
      if (signal?.aborted) await this.onCancelled?.(call, outcome);
    }
  }

  /** Neither run nor start of an earlier try is known. */
  private isToStart(itemIndex: number): boolean {
    const start = this.starts[itemIndex];
    return start !== undefined && !start.run && !start.isUnknown;
  }

  private requireLook(itemIndex: number): void {
    const read = this.inputs[itemIndex];
    const look = read && 'input' in read ? this.looks.get(read.input.parentId) : undefined;
    if (!look || !('failure' in look) || !this.isToStart(itemIndex)) return;
    if (
      !this.isAwaited &&
      look.failure instanceof IntrospectionRefusedError &&
      this.startsInAnyCase(itemIndex)
    )
      return;
    throw nodeError(this.call.execution.getNode(), look.failure, itemIndex);
  }

  private startsInAnyCase(itemIndex: number): boolean {
    const read = this.inputs[itemIndex];
    return read !== undefined && 'input' in read && read.input.ifRunning === 'start';
  }

  /** What is under way for an item: the run of an item before it, or one that the look has shown. */
  private async underWay(itemIndex: number): Promise<Run | undefined> {
    const previous = this.previousOfJob[itemIndex];
    if (previous === undefined) return this.liveRuns(itemIndex)[0]?.run;
    try {
      const { id, status, skippedFor } = await this.turnOf(previous);
      return skippedFor ?? { id, status };
    } catch (error) {
      // Whether that item's start began a run is not known, so nothing is started beside it.
      if (this.starts[previous]?.isUnknown) {
        throw nodeError(this.call.execution.getNode(), error, itemIndex);
      }
      return await this.underWay(previous);
    }
  }

  private liveRuns(itemIndex: number) {
    const read = this.inputs[itemIndex];
    const look = read && 'input' in read ? this.looks.get(read.input.parentId) : undefined;
    return look && 'underWay' in look ? look.underWay : [];
  }

  private besides(call: ItemCall<PlatformClient>, input: StartInput, run: Run): RunOfItem {
    const { id, status } = run;
    if (input.ifRunning === 'skip') return { id, status, skippedFor: run };
    if (input.ifRunning === 'error') {
      throw this.refusal(call, input, `has a run under way: ${nameOf(run)}, ${status}`, {
        description:
          'Nothing was started. Wait until that run has ended, or choose something else in the option "If a Run Is Under Way".',
      });
    }
    this.runnable.runs(call.client).startsOf(input.parentId).take(id);
    this.starts[call.itemIndex]?.keep({ id, status }, 'taken');
    this.tell('Took', id, call.itemIndex);
    return { id, status, isTaken: true };
  }

  /** A user retries an execution of which nothing is known: a run like ours may be the one that it started. */
  private refuseAnother(call: ItemCall<PlatformClient>, input: StartInput): void {
    if (call.execution.getMode() !== 'retry' || input.onLostAnswer === 'startAgain') return;
    const run = this.liveRuns(call.itemIndex).find(({ mayBeOurs }) => mayBeOurs)?.run;
    if (!run) return;
    throw this.refusal(
      call,
      input,
      `has a run under way that the failed execution may have started: ${nameOf(run)}, ${run.status}`,
      {
        description:
          'Nothing was started. To go on with that run, set the option "If a Run Is Under Way" to "Go On With That Run". To start another one, wait until it has ended, or set "If the Answer Is Lost" to "Start Again".',
      },
    );
  }

  private refusal(
    { execution, itemIndex }: ItemCall<PlatformClient>,
    { parentId }: StartInput,
    what: string,
    { description }: { description: string },
  ): NodeOperationError {
    const noun = this.runnable.noun === 'job' ? 'Job' : 'Pipeline';
    return new NodeOperationError(execution.getNode(), `${noun} ${parentId} ${what}`, {
      itemIndex,
      description,
    });
  }

  private tell(what: string, runId: string, itemIndex: number): void {
    const parentId = this.starts[itemIndex]?.parentId ?? '';
    this.log.add(`${what} run ${runId} of ${this.runnable.noun} ${parentId}`, itemIndex);
  }

  /** @param told what names some of them already */
  private startedRuns(told: string): string {
    const started = this.starts.flatMap((start) =>
      start?.run && !start.isTaken && !told.includes(start.run.id)
        ? [`${start.run.id} (${this.runnable.noun} ${start.parentId})`]
        : [],
    );
    if (started.length === 0) return '';
    const more = started.length - MOST_NAMED;
    return [
      'Runs that were started:',
      ...started.slice(0, MOST_NAMED),
      ...(more > 0 ? [`and ${more} more`] : []),
    ].join('\n');
  }
}

function nameOf({ id, number }: Run): string {
  return number === undefined ? `run ${id}` : `run ${number} (${id})`;
}
