import {
  CancelledError,
  OutcomeUnknownError,
  PlatformError,
  UnexpectedResponseError,
} from '../../common/errors/errors';
import { readObject } from '../../graphql/read/result';
import { explainRejection } from '../../graphql/schema/bySchema';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { pause } from '../../http/retry';
import { Sending } from '../../http/sending';
import { clock } from '../../common/time/clock';
import type { RunKind } from '../kinds';
import { outcomeOf, type RunOutcome, type RunState } from '../read/outcome';
import { currentStatusOf, type Run } from '../read/run';
import { JobStarts, type LostStart, type UnknownStart, type Unresolved } from './jobStarts';

/*
 * Starts of jobs and pipelines. Whatever fails on the way:
 *
 * 1. A run is never started twice: a start is sent again only on proof that it had no effect, or if the user chose that.
 * 2. Another's run is never returned: other processes, people, schedules and pipelines start the same job.
 * 3. If the response to a start is lost, the job's newest runs are read once when the window is over, and a run is used only
 *    if `JobStarts` can rule out everything else.
 * 4. Otherwise the error says that the outcome is unknown, and names the runs that may be the requested one.
 */

/**
 * `look`: search for the run; `lookThenStart`: the same, and send the start once more if no run is seen, which may
 * still begin later; `error`: unknown at once; `startAgain`: send the start again, the job may run twice.
 */
export type OnLostAnswer = 'look' | 'lookThenStart' | 'error' | 'startAgain';

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

/** A user's choice lets each of this many starts begin a run. */
const MAX_SENDS = 3;
const MAX_SENDS_AFTER_SEARCH = 2;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 60_000;

/**
 * One start of a job or pipeline. Called again after a failure, as by n8n's Retry On Fail, it continues: it looks for the run
 * again and sends nothing.
 */
export class RunStart {
  /** The run, once it is known. */
  run: StartedRun | undefined;
  /** Whether this start began the run; otherwise that of another item, execution or user is continued with. */
  isOwn = true;
  /** The start of the failed execution that a user retries. */
  retried: UnknownStart | undefined;
  private starting: Promise<StartedRun> | undefined;
  /** The first send whose response was lost, and the last one. */
  private firstLost: LostStart | undefined;
  private lastLost: LostStart | undefined;
  private readonly sending = new Sending('once');

  constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: RunKind,
    readonly parentId: string,
  ) {}

  /** Sets its run without sending anything. */
  setRun(run: StartedRun, isOwn: boolean): void {
    this.run = run;
    this.isOwn = isOwn;
  }

  /** Keeps how its run has ended, so that a later try knows it. */
  setEnded({ status }: RunState, outcome: RunOutcome): void {
    if (this.run) this.run = { ...this.run, status, outcome };
  }

  /** The state of its run: `open` if it may be running, undefined if none was started. */
  get state(): RunOutcome | 'open' | undefined {
    if (this.isOutcomeUnknown) return 'open';
    return this.run && (this.run.outcome ?? outcomeOf(this.run) ?? 'open');
  }

  /** Whether a start was sent, and it is not known whether it began a run. */
  get isOutcomeUnknown(): boolean {
    return this.lastLost !== undefined;
  }

  /** Returns what a user's retry needs to know, in another process, too; undefined if the run is known. */
  get unknownStart(): UnknownStart | undefined {
    if (this.run) return undefined;
    if (!this.firstLost || !this.lastLost) return this.retried;
    const { sentAtMs, numberBefore } = this.firstLost;
    const { lostAtMs } = this.lastLost;
    return { sentAtMs, lostAtMs, numberBefore };
  }

  /**
   * Starts the run, or continues with what an earlier call has sent. After a cancel, nothing more is sent, but the response to what
   * was sent is still read, and a run whose response was lost is still looked for.
   * @throws OutcomeUnknownError if it is not certain whether a run began; what a mutation throws
   */
  async start(options: RunStartOptions = {}): Promise<StartedRun> {
    if (this.run) return this.run;
    if (options.signal?.aborted) throw new CancelledError('none');
    this.starting ??= this.sendUntilKnown(options).finally(() => (this.starting = undefined));
    this.run = await this.starting;
    this.lastLost = undefined;
    return this.run;
  }

  private async sendUntilKnown({
    onLostAnswer = 'look',
    ...options
  }: RunStartOptions): Promise<StartedRun> {
    const jobStarts = JobStarts.of(this.endpoint, this.kind, this.parentId);
    // Without a read before it, a start that never arrived looks like one whose run has ended.
    if (onLostAnswer === 'lookThenStart' && !this.lastLost && !jobStarts.hasBaseline)
      await jobStarts.readNewestRuns().catch(() => undefined);
    const sendOnce = async () => await jobStarts.send(() => this.send(options));
    const sendAgain = async ({ failure }: LostStart) =>
      await sendOnce().catch((refusal: unknown) => {
        // A refusal of this request leaves open what the one before it did.
        const isOfPlatform = refusal instanceof PlatformError;
        if (!isOfPlatform || refusal instanceof CancelledError) throw refusal;
        throw this.unknownOutcome(failure, { onLostAnswer, refusal });
      });
    let sent = this.lastLost ? { lost: this.lastLost } : await sendOnce();
    while ('lost' in sent) {
      this.lastLost = sent.lost;
      this.firstLost ??= sent.lost;
      const { failure, lostAtMs } = sent.lost;
      const isSearched = onLostAnswer === 'look' || onLostAnswer === 'lookThenStart';
      const resolution = isSearched ? await jobStarts.resolve(sent.lost) : undefined;
      if (resolution?.kind === 'found') {
        const { id, status } = resolution.run;
        return { id, status };
      }
      if (options.signal?.aborted || !this.isSentAgain(onLostAnswer, failure, resolution))
        throw this.unknownOutcome(failure, { onLostAnswer, resolution });
      const { retryAfterMs = 0 } = failure;
      const waitMs = isSearched
        ? lostAtMs + retryAfterMs - clock.now()
        : Math.max(retryAfterMs, FIRST_PAUSE_MS * 2 ** this.sending.times);
      if (waitMs > 0) await pause(Math.min(waitMs, MAX_PAUSE_MS), options.signal);
      sent = await sendAgain(sent.lost);
    }
    return sent.run;
  }

  /** Whether the user accepts another start. It is counted as sent. */
  private isSentAgain(
    onLostAnswer: OnLostAnswer,
    { effectOfLastSend }: PlatformError,
    resolution: Unresolved | undefined,
  ): boolean {
    if (onLostAnswer === 'startAgain')
      return this.sending.allowRepeatByUser(effectOfLastSend, MAX_SENDS);
    const isNothingSeen =
      resolution?.kind === 'unknown' && resolution.isComplete && resolution.candidates.length === 0;
    return (
      onLostAnswer === 'lookThenStart' &&
      isNothingSeen &&
      this.sending.allowRepeatByUser(effectOfLastSend, MAX_SENDS_AFTER_SEARCH)
    );
  }

  /** Sends the documented request (interface, section 4.2). */
  private async send(options: CallOptions): Promise<StartedRun> {
    const { startMutation, parentId } = this.kind;
    // GraphQL reads the escapes of JSON.
    const id = JSON.stringify(this.parentId);
    const query = `mutation { ${startMutation}(${parentId}: ${id}) { id status } }`;
    const once = { ...options, sending: this.sending, isFinishedOnCancel: true };
    let data: Record<string, unknown>;
    try {
      data = await this.endpoint.mutate({ query }, once);
    } catch (error) {
      throw await explainRejection(this.endpoint, 'mutation', startMutation, error, options);
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
    found: Pick<StartToDescribe, 'onLostAnswer' | 'resolution' | 'refusal'>,
  ): PlatformError {
    const { noun } = this.kind;
    const isMade = failure.effectOfLastSend === 'made';
    this.sending.describe(failure);
    return new OutcomeUnknownError(
      failure,
      unknownStartHint({ noun, isMade, ...found }),
      `a run of the ${noun} ${this.parentId} started`,
    );
  }
}

/** A start of which it is not known whether it began a run. */
interface StartToDescribe extends Pick<RunKind, 'noun'> {
  /** Whether a run certainly started. */
  isMade: boolean;
  onLostAnswer: OnLostAnswer;
  /** The result of the search; undefined without a search. */
  resolution?: Unresolved;
  /** Why the start failed when it was sent again. */
  refusal?: PlatformError;
}

/** Returns what was found, and which choices would have helped. */
export function unknownStartHint(start: StartToDescribe): string {
  return [findings(start), ...suggestions(start)].join(' ');
}

function findings({ noun, resolution, refusal }: StartToDescribe): string {
  const checkFirst = `Check the ${noun}'s runs before you try again`;
  if (refusal)
    return `${checkFirst}: an earlier request may have started one. Sending it again failed: ${refusal.message}. ${refusal.hint}`;
  if (!resolution) return `${checkFirst}.`;
  if (resolution.kind === 'unreadable') {
    const { failure } = resolution;
    const why = failure instanceof Error ? failure.message : String(failure);
    return `${checkFirst}: they could not be read from here (${why}).`;
  }
  return resolution.candidates.length > 0
    ? `One of these runs may be the requested one:\n${listed(resolution.candidates)}\n`
    : `${checkFirst}. ${resolution.isComplete ? 'No new run was found so far.' : 'None of the newest runs can be the requested one.'}`;
}

const OPTION = '"If the Response Is Lost"';

/** By the names of the node's options: here it is known which of them would have helped. */
function suggestions({ noun, isMade, onLostAnswer, resolution }: StartToDescribe): string[] {
  const candidates = resolution?.kind === 'unknown' ? resolution.candidates : [];
  if (candidates.some((run) => outcomeOf(run) === undefined))
    return ['To continue with a current run, set "If Already Running" to "Use the Current Run".'];
  if (candidates.length > 0) return [];
  if (isMade) return [];
  const again = `"Start Again" in ${OPTION} is for ${noun}s that may run twice.`;
  if (resolution?.kind === 'unreadable') return [again];
  if (onLostAnswer === 'startAgain' || onLostAnswer === 'lookThenStart') return [];
  const find = onLostAnswer === 'error' ? [`"Find the Run" in ${OPTION} checks the runs.`] : [];
  const orStart = `"Find the Run, or Start Again" in ${OPTION} sends the request once more if no new run is found.`;
  return [...find, orStart];
}

const MAX_LISTED = 20;

/** Runs as a person finds them on the platform. */
function listed(runs: readonly Run[]): string {
  const lines = runs.slice(0, MAX_LISTED).map(({ id, number, status, startTime }) => {
    const name = number === undefined ? id : `${number} (${id})`;
    return `Run ${name}, ${status}${startTime ? `, started ${startTime}` : ''}`;
  });
  const more = runs.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
