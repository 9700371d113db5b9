import { NodeOperationError } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { findErrorCode } from '../../../../platform/common/errors/errorCodes';
import { PlatformError } from '../../../../platform/common/errors/errors';
import { findOutcome } from '../../../../platform/runs/read/outcome';
import type { Run } from '../../../../platform/runs/read/run';
import type { RunsOrFailure } from '../../../../platform/runs/start/jobStarts';
import type { RunStart } from '../../../../platform/runs/start/runStart';
import { waitUnlessCancelled } from '../../../../platform/common/time/cancel';
import { buildNodeError, buildItemFailure, addFacts } from '../../../shared/errors/errors';
import { getInput, type ItemInput } from '../../../shared/items/items';
import { findPickedProjectId } from '../../../shared/parameters/itemIdentity';
import type { ItemCall, OperationCall } from '../../../shared/operation/operation';
import { loadNames } from '../read/runOutput';
import type { Runnable } from '../runnable';
import type { UnfinishedRuns } from '../wait/unfinishedRuns';
import type { StartInput } from '../runOptions';
import { restoreStarts, saveStarts, findOrCreateStart } from './keptStarts';
import {
  explainAlreadyRunning,
  addRunsToFailure,
  explainMayBeStarted,
  explainMayStillBegin,
  explainRunsHidden,
  explainStartedTwice,
  explainTooManyRuns,
  type StartRefusal,
} from './startErrors';

interface ItemRun {
  id: string;
  status: string;
  /** False if neither this item nor, in a user's retry, the same item of the failed execution started the run. */
  isOwn: boolean;
  /** The current run, if the item was skipped because of it. */
  skippedFor?: Run;
}

interface ItemStartsOptions {
  /** Whether the node waits for the runs. If true, the platform must be able to return runs. */
  isAwaited: boolean;
  /** Max number of simultaneous runs, as in `OrderOptions`. */
  maxRuns: number;
  unfinished?: UnfinishedRuns;
}

export function readStartInput(call: ItemCall<PlatformClient>, runnable: Runnable): StartInput {
  const { parameters } = call;
  return {
    ifRunning: parameters.choice('options.ifRunning'),
    onLostResponse: parameters.choice('options.onLostAnswer'),
    parentId: runnable.readParentId(call),
  };
}

/** Max number of runs that are read for each job, newest first. */
const MAX_RUNS_READ = 20;
/** If a user retries a failed execution, more runs are read, because a run of that execution may be older. */
const MAX_RUNS_READ_IN_RETRY = 100;

/**
 * Starts the runs of all items in one execution of the node. Each item gets one run: the run of an earlier try or of the failed
 * execution, the current run (see `ifRunning`), or a new run. In this class, a job may also be a pipeline.
 *
 * 1. `checkBeforeStart` reads the newest runs of the jobs, if needed. In a node that stops on errors, it throws if an item cannot
 *    be started.
 * 2. `startOrGetRun` starts the run of an item, or continues with one. If an earlier item has the same job, and a second run is
 *    not allowed, it first starts that item's run, or waits for its start.
 * 3. Each `RunStart` is kept for the next try or a user's retry.
 */
export class ItemStarts {
  /** By item index. Undefined if the item's parameters are invalid. */
  readonly byItem: ReadonlyArray<RunStart | undefined>;
  /** By item index: the index of the previous item with the same job. */
  private readonly previousOfJob: Array<number | undefined> = [];
  /** By item index. */
  private readonly runs: Array<Promise<ItemRun> | undefined> = [];
  /** By the ID of the job or pipeline. */
  private readonly newestRuns = new Map<string, RunsOrFailure>();
  private readonly isRetry: boolean;
  private readonly maxRunsRead: number;

  constructor(
    private readonly call: OperationCall<PlatformClient>,
    private readonly runnable: Runnable,
    private readonly inputs: ReadonlyArray<ItemInput<StartInput>>,
    private readonly options: ItemStartsOptions,
  ) {
    this.isRetry = call.execution.getMode() === 'retry';
    this.maxRunsRead = this.isRetry ? MAX_RUNS_READ_IN_RETRY : MAX_RUNS_READ;
    restoreStarts(call, runnable);
    const lastItemByJob = new Map<string, number>();
    this.byItem = inputs.map((item, itemIndex) => {
      if ('failure' in item) return undefined;
      const { parentId } = item.input;
      this.previousOfJob[itemIndex] = lastItemByJob.get(parentId);
      lastItemByJob.set(parentId, itemIndex);
      return findOrCreateStart(call, runnable, parentId, itemIndex);
    });
  }

  /** Call this before the first start, so that a node that stops on errors starts nothing if one item cannot be started. */
  async checkBeforeStart(): Promise<void> {
    const toStart = this.inputs.flatMap((item, itemIndex) =>
      'input' in item && this.needsStart(itemIndex) ? [{ itemIndex, input: item.input }] : [],
    );
    const needsRuns = ({ ifRunning, onLostResponse }: StartInput) =>
      this.options.isAwaited ||
      ifRunning !== 'start' ||
      (this.isRetry && onLostResponse !== 'startAgain');
    const jobs = toStart.map(({ input }) => input).filter(needsRuns);
    await this.readRuns(jobs.map(({ parentId }) => parentId));
    if (!this.call.execution.continueOnFail()) {
      for (const { itemIndex, input } of toStart) this.requireRuns(itemIndex, input);
      for (const { itemIndex, input } of toStart) this.refuseKnownConflict(itemIndex, input);
    }
    if (!this.options.isAwaited) return;
    // Names are loaded here, so that all items share requests. Later, runs end at different times.
    for (const item of this.inputs) {
      if ('input' in item) void loadNames(this.call, this.runnable, item.input.parentId);
    }
  }

  async startOrGetRun(itemCall: ItemCall<PlatformClient>): Promise<ItemRun> {
    return await (this.runs[itemCall.itemIndex] ??= this.startOrContinue(itemCall));
  }

  /** Returns the fields of the item's run that are known without a request. */
  getKnownFields({ itemIndex, parameters }: ItemCall<PlatformClient>): Partial<Run> {
    const { parentIdField } = this.runnable.kind;
    const projectId = findPickedProjectId(this.call.client, parameters, parentIdField);
    return {
      [parentIdField]: this.byItem[itemIndex]?.parentId,
      ...(projectId !== undefined && { projectId }),
    };
  }

  /** Does the work, and adds the started runs to its errors. Saves the starts for a user's retry if the work fails. */
  async nameRunsInErrors<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      saveStarts(this.call, []);
      return result;
    } catch (error) {
      saveStarts(this.call, this.byItem);
      const isNotStarted = (start: RunStart | undefined, itemIndex: number) =>
        start !== undefined && this.runs[itemIndex] === undefined;
      const notStartedCount = this.runs.length > 0 ? this.byItem.filter(isNotStarted).length : 0;
      const node = this.call.execution.getNode();
      throw addRunsToFailure(node, error, this.runnable, this.byItem, notStartedCount);
    }
  }

  private async startOrContinue(call: ItemCall<PlatformClient>): Promise<ItemRun> {
    const { itemIndex } = call;
    const input = getInput(this.inputs, call);
    const { onLostResponse, stopOnCancel = false } = input;
    const start = this.byItem[itemIndex] as RunStart;
    if (start.run) return { ...start.run, isOwn: start.isOwn };
    if (this.needsStart(itemIndex)) {
      await this.renewRuns(input);
      this.requireRuns(itemIndex, input);
      if (input.ifRunning !== 'start') {
        const run = await this.findRunToContinue(itemIndex, input);
        if (run) return this.continueWith(run, call, input, start);
      }
      this.refuseSecondStart(itemIndex, input);
    }
    // Continues with an earlier start if its response was lost.
    const started = start.start({ ...call.options, onLostResponse }).then((run) => {
      this.logRun('Started run', run.id, call);
      return { ...run, isOwn: true };
    });
    this.options.unfinished?.addStart(itemIndex, started, stopOnCancel);
    return await waitUnlessCancelled(started, call.signal);
  }

  private needsStart(itemIndex: number): boolean {
    const start = this.byItem[itemIndex];
    return start !== undefined && !start.run && !start.isResponseLost;
  }

  private async readRuns(parentIds: readonly string[]): Promise<void> {
    if (parentIds.length === 0) return;
    const { client, options } = this.call;
    const runs = this.runnable.runs(client);
    if (this.options.isAwaited) await runs.requireReadById(options);
    const reads = await runs.readBeforeStart(parentIds, this.maxRunsRead, options);
    for (const [parentId, newest] of reads) this.newestRuns.set(parentId, newest);
  }

  /** Reads the runs again if the item waited too long. To recognize its run, a start needs the newest run before it. */
  private async renewRuns({ parentId, ifRunning }: StartInput): Promise<void> {
    const lastRead = this.newestRuns.get(parentId);
    const isReadLater = ifRunning !== 'start' && this.options.maxRuns < Infinity;
    if (!lastRead || 'failure' in lastRead || isReadLater) return;
    if (!this.getJobStarts(parentId).hasBaseline) await this.readRuns([parentId]);
  }

  /** Throws an error if the runs of the item's job could not be read. */
  private requireRuns(itemIndex: number, input: StartInput): void {
    const newest = this.newestRuns.get(input.parentId);
    if (!newest || !('failure' in newest)) return;
    const { failure } = newest;
    const isHidden = failure instanceof PlatformError && findErrorCode(failure) === 'NOT_SUPPORTED';
    if (!this.options.isAwaited && isHidden && input.ifRunning === 'start')
      throw this.buildRefusal(itemIndex, input, explainRunsHidden(this.runnable, failure));
    throw buildItemFailure({ ...this.call, itemIndex }, failure);
  }

  /** Returns the runs that were read, newest first. */
  private getKnownRuns({ parentId }: StartInput): readonly Run[] {
    const newest = this.newestRuns.get(parentId);
    return newest && 'runs' in newest ? newest.runs : [];
  }

  private findCurrentRun(input: StartInput): Run | undefined {
    return this.getKnownRuns(input).find((run) => isOpen(run, input));
  }

  /** Finds the run that prevents a start: the run of an earlier item, or the current run. */
  private async findRunToContinue(itemIndex: number, input: StartInput): Promise<Run | undefined> {
    const previousRun = await this.findPreviousRun(itemIndex);
    if (this.options.maxRuns === Infinity) return previousRun ?? this.findCurrentRun(input);
    const mayBeRunning = (start?: RunStart) =>
      start?.state === 'open' && start.run?.id === previousRun?.id;
    if (previousRun && this.byItem.some(mayBeRunning)) return previousRun;
    // While the item waited for its turn, the current run may have ended, and other runs may have begun.
    await this.readRuns([input.parentId]);
    this.requireRuns(itemIndex, input);
    return this.findCurrentRun(input);
  }

  /** Finds the run of an earlier item with the same job, or the run because of which that item was skipped. */
  private async findPreviousRun(itemIndex: number): Promise<Run | undefined> {
    const previous = this.previousOfJob[itemIndex];
    if (previous === undefined) return undefined;
    try {
      const parameters = this.call.parametersOf(previous);
      const call = { ...this.call, itemIndex: previous, parameters };
      const { id, status, skippedFor } = await this.startOrGetRun(call);
      return skippedFor ?? { id, status };
    } catch (error) {
      // The start of the previous item may have begun a run, so no second run is started.
      if (this.byItem[previous]?.isResponseLost)
        throw buildNodeError(this.call.execution.getNode(), error, itemIndex);
      return await this.findPreviousRun(previous);
    }
  }

  private continueWith(
    run: Run,
    call: ItemCall<PlatformClient>,
    input: StartInput,
    start: RunStart,
  ): ItemRun {
    const { id, status } = run;
    if (input.ifRunning === 'skip') return { id, status, isOwn: false, skippedFor: run };
    if (input.ifRunning === 'error')
      throw this.buildRefusal(call.itemIndex, input, explainAlreadyRunning(run));
    this.getJobStarts(input.parentId).claim(id);
    start.setRun({ id, status }, false);
    this.logRun('Continued with run', id, call);
    return { id, status, isOwn: false };
  }

  /** Throws an error if the runs that were read, or the other items, already show that the item cannot be started. */
  private refuseKnownConflict(itemIndex: number, input: StartInput): void {
    const canStart = input.ifRunning === 'start' || !this.findCurrentRun(input);
    if (canStart) this.refuseSecondStart(itemIndex, input);
    if (input.ifRunning !== 'error') return;
    const previous = this.previousOfJob[itemIndex];
    // With one run at a time, the run of the previous item ends before this item starts, and the runs are then read again.
    if (previous !== undefined && this.options.maxRuns === 1) return;
    const previousRun = previous === undefined ? undefined : this.byItem[previous]?.run;
    const run = this.findCurrentRun(input) ?? previousRun;
    if (run) throw this.buildRefusal(itemIndex, input, explainAlreadyRunning(run));
    if (previous !== undefined && this.needsStart(previous))
      throw this.buildRefusal(itemIndex, input, explainStartedTwice(itemIndex, previous));
  }

  /**
   * In a user's retry, throws an error if the failed execution may have started a run for the item. If that execution saved its
   * start, every run since then may be the started one. After a crash, no start is saved, so only a current run is considered.
   */
  private refuseSecondStart(itemIndex: number, input: StartInput): void {
    if (!this.isRetry || input.onLostResponse === 'startAgain') return;
    const jobStarts = this.getJobStarts(input.parentId);
    const runs = this.getKnownRuns(input);
    const retried = this.byItem[itemIndex]?.retriedStart;
    if (!retried) {
      const current = runs.find((run) => isOpen(run, input) && !jobStarts.belongsToAnother(run));
      if (current) throw this.buildRefusal(itemIndex, input, explainMayBeStarted(current, true));
      return;
    }
    const { candidates, areAll } = jobStarts.findCandidates(retried, runs, this.maxRunsRead);
    const open = candidates.find((run) => isOpen(run, input));
    // If none is open, the oldest candidate is named, because it began first after the start.
    const run = open ?? candidates.at(-1);
    if (run)
      throw this.buildRefusal(itemIndex, input, explainMayBeStarted(run, open !== undefined));
    if (!areAll)
      throw this.buildRefusal(itemIndex, input, explainTooManyRuns(this.runnable, runs.length));
    const waitMs = jobStarts.getRemainingWindowMs(retried);
    if (waitMs > 0) throw this.buildRefusal(itemIndex, input, explainMayStillBegin(waitMs));
  }

  private buildRefusal(
    itemIndex: number,
    { parentId }: StartInput,
    { problem, description }: StartRefusal,
  ) {
    const noun = this.runnable.noun === 'job' ? 'Job' : 'Pipeline';
    const node = this.call.execution.getNode();
    const message = `${noun} ${parentId} ${problem}`;
    const refusal = new NodeOperationError(node, message, { itemIndex, description });
    return addFacts(refusal, { errorCode: 'NOT_ALLOWED' });
  }

  private getJobStarts(parentId: string) {
    return this.runnable.runs(this.call.client).getJobStarts(parentId);
  }

  private logRun(event: string, runId: string, call: ItemCall<PlatformClient>): void {
    const { noun } = this.runnable;
    const parentId = this.byItem[call.itemIndex]?.parentId ?? '';
    const { projectId } = this.getKnownFields(call);
    const url = this.call.client.pages.buildUrl(noun, projectId, parentId, runId);
    const page = url ? `, ${url}` : '';
    const { execution, itemIndex } = call;
    const origin = `(execution ${execution.getExecutionId()}, item ${itemIndex})`;
    const { name } = execution.getNode();
    execution.logger.info(`${name}: ${event} ${runId} of ${noun} ${parentId}${page} ${origin}`);
  }
}

function isOpen(run: Run, { finalStatuses }: StartInput): boolean {
  return findOutcome(run, finalStatuses) === undefined;
}
