import { clock } from '../../time/clock';
import {
  CancelledError,
  OutcomeUnknownError,
  UnexpectedResponseError,
  type PlatformError,
} from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readObject } from '../../graphql/read/result';
import { explainedRefusal } from '../../graphql/schema/bySchema';
import { pause } from '../../http/retry';
import { mayHaveActed, Sending } from '../../http/sending';
import { unlessCancelled } from '../../time/cancel';
import type { RunKind } from '../kinds';
import { outcomeOf, type RunOutcome, type RunState } from '../read/outcome';
import { currentStatusOf } from '../read/run';
import { jobStartsOf, type LostStart } from './jobStarts';
import { unknownStartHint, type OnLostAnswer, type Unresolved } from './unknownStart';

/** A run that has just been started; `id` is the run's. */
export interface StartedRun {
  id: string;
  status: string;
  /** How it has ended, once that is known. */
  outcome?: RunOutcome;
}

export interface RunStartOptions extends CallOptions {
  onLostAnswer?: OnLostAnswer;
}

/** How many starts may each have begun a run, if the user accepts that. */
const MAX_SENDS = 3;
const MAX_SENDS_AFTER_SEARCH = 2;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 60_000;

/**
 * Starts one run of a job or pipeline. Whatever fails on the way:
 *
 * 1. A run is never started twice: a start is sent again only on proof that it had no effect, or if the user chose that.
 * 2. A stranger's run is never returned: other processes, people, schedules and pipelines start the same job.
 * 3. If the response to a start is lost, the run is looked for among the runs of the job: see `JobStarts`.
 * 4. If that does not lead to one run, the error says that the outcome is unknown, and names the runs in question.
 *
 * Called again after a failure, as by n8n's Retry On Fail, it continues: it looks for the run again and sends nothing.
 */
export class RunStart {
  /** The run, once it is known. */
  run: StartedRun | undefined;
  /** Whether another execution or user started it. */
  isTaken = false;
  private starting: Promise<StartedRun> | undefined;
  private lost: LostStart | undefined;
  private readonly sending = new Sending('once');

  constructor(
    private readonly kind: RunKind,
    readonly parentId: string,
  ) {}

  /** Sets its run without a start. @param origin `taken`: another execution started it */
  setRun(run: StartedRun, origin: 'started' | 'taken' = 'started'): void {
    this.run = run;
    this.isTaken = origin === 'taken';
  }

  /** Keeps how its run has ended, so that a later try knows it. */
  setEnded({ status }: RunState, outcome: RunOutcome): void {
    if (this.run) this.run = { ...this.run, status, outcome };
  }

  /** What is known of its run: `open` if it may be under way, undefined if none was started. */
  get state(): RunOutcome | 'open' | undefined {
    if (this.isUnknown) return 'open';
    return this.run && (this.run.outcome ?? outcomeOf(this.run) ?? 'open');
  }

  /** Whether a start was sent, and it is not known what became of it. */
  get isUnknown(): boolean {
    return this.lost !== undefined;
  }

  /** @throws OutcomeUnknownError if it is not certain whether a run began; what a mutation throws */
  async started(endpoint: GraphqlEndpoint, options: RunStartOptions = {}): Promise<StartedRun> {
    return await unlessCancelled(this.outcome(endpoint, options), options.signal);
  }

  /**
   * The same for a caller that has to know the run also after a cancel: nothing is sent any more, but the response to what
   * was sent is still read, and a run whose response was lost is still looked for.
   */
  async outcome(endpoint: GraphqlEndpoint, options: RunStartOptions = {}): Promise<StartedRun> {
    if (this.run) return this.run;
    if (options.signal?.aborted) throw new CancelledError('none');
    this.starting ??= this.sendAndResolve(endpoint, options).finally(
      () => (this.starting = undefined),
    );
    this.run = await this.starting;
    this.lost = undefined;
    return this.run;
  }

  private async sendAndResolve(
    endpoint: GraphqlEndpoint,
    { onLostAnswer = 'look', ...options }: RunStartOptions,
  ): Promise<StartedRun> {
    const jobStarts = jobStartsOf(endpoint, this.kind, this.parentId);
    // Without a read before it, a start that never arrived looks like one whose run has ended.
    if (onLostAnswer === 'lookThenStart' && !this.lost && !jobStarts.hasBaseline)
      await jobStarts.readNewestRuns().catch(() => undefined);
    const sendOnce = async () =>
      await jobStarts.send(() => this.send(endpoint, options), lostAnswer);
    let sent = this.lost ? { lost: this.lost } : await sendOnce();
    while ('lost' in sent) {
      this.lost = sent.lost;
      const { failure } = sent.lost;
      if (onLostAnswer === 'look' || onLostAnswer === 'lookThenStart') {
        const resolution = await jobStarts.resolve(sent.lost);
        if (resolution.kind === 'found') {
          const { id, status } = resolution.run;
          return { id, status };
        }
        const isSentAgain =
          onLostAnswer === 'lookThenStart' &&
          !options.signal?.aborted &&
          isNothingSeen(resolution) &&
          this.sending.repeatByChoice(failure.lastEffect, MAX_SENDS_AFTER_SEARCH);
        if (!isSentAgain) throw this.unknownOutcome(failure, onLostAnswer, resolution);
        const leftMs = sent.lost.lostAtMs + (failure.retryAfterMs ?? 0) - clock.now();
        if (leftMs > 0) await pause(Math.min(leftMs, MAX_PAUSE_MS), options.signal);
      } else {
        const isSentAgain =
          onLostAnswer === 'startAgain' &&
          this.sending.repeatByChoice(failure.lastEffect, MAX_SENDS);
        if (!isSentAgain) throw this.unknownOutcome(failure, onLostAnswer);
        await pause(waitBefore(this.sending.times, failure), options.signal);
      }
      sent = await sendOnce();
    }
    return sent.run;
  }

  private async send(endpoint: GraphqlEndpoint, options: CallOptions): Promise<StartedRun> {
    const { startMutation, parentId } = this.kind;
    // What JSON escapes, GraphQL reads the same way.
    const id = JSON.stringify(this.parentId);
    const query = `mutation { ${startMutation}(${parentId}: ${id}) { id status } }`;
    const { sending } = this;
    const once = { ...options, sending, isFinishedOnCancel: true };
    let data: Record<string, unknown>;
    try {
      data = await endpoint.mutate({ query }, once);
    } catch (error) {
      throw await explainedRefusal(endpoint, 'mutation', startMutation, error, options);
    }
    const { id: runId, status } = readObject<StartedRun>(data, startMutation);
    if (typeof runId === 'string' && runId !== '')
      return { id: runId, ...currentStatusOf({ status }) };
    throw new UnexpectedResponseError(
      `The platform returned "${startMutation}" without the ID of the run`,
      {
        hint: 'The interface requires one. The platform may have another version.',
      },
    );
  }

  private unknownOutcome(
    failure: PlatformError,
    onLostAnswer: OnLostAnswer,
    resolution?: Unresolved,
  ): PlatformError {
    const { noun } = this.kind;
    const isMade = failure.lastEffect === 'made';
    this.sending.describe(failure);
    return new OutcomeUnknownError(
      failure,
      unknownStartHint({ noun, isMade, onLostAnswer, resolution }),
      `a run of the ${noun} ${this.parentId} started`,
    );
  }
}

/** The failure that leaves open whether the run began; undefined for one that is clear. */
function lostAnswer(failure: unknown): PlatformError | undefined {
  if (failure instanceof OutcomeUnknownError) return failure.failure;
  if (failure instanceof CancelledError && failure.effect !== 'none') return failure;
  // The run has probably begun where only the response cannot be read.
  const isUnread = failure instanceof UnexpectedResponseError && mayHaveActed(failure.lastEffect);
  return isUnread ? failure : undefined;
}

function waitBefore(sends: number, { retryAfterMs = 0 }: PlatformError): number {
  return Math.min(Math.max(retryAfterMs, FIRST_PAUSE_MS * 2 ** sends), MAX_PAUSE_MS);
}

/** Whether all runs since the start are known, and the start can have begun none of them. */
function isNothingSeen(resolution: Unresolved): boolean {
  return (
    resolution.kind === 'unknown' && resolution.isComplete && resolution.candidates.length === 0
  );
}
