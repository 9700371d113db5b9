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
 * Starts of jobs and pipelines, for every failure on the way:
 *
 * 1. A run is never started twice: a start is sent again only on proof that it had no effect, or if the user chose that.
 * 2. Another start's run is never returned: other processes, people, schedules and pipelines start the same job.
 * 3. If the response to a start is lost, the job's newest runs are read once after the window, and a run is used only if
 *    `JobStarts` can rule out every other origin.
 * 4. Otherwise the error says that the outcome is unknown, and lists the runs that may be the requested one.
 */

/**
 * `look` searches for the run. `lookThenStart` also sends the start once more if no run is found, though one may begin later.
 * `error` fails at once. `startAgain` sends the start again, so the job may run twice.
 */
export type OnLostAnswer = 'look' | 'lookThenStart' | 'error' | 'startAgain';

export interface StartedRun {
  id: string;
  status: string;
  /** Undefined until the run is known to have ended. */
  outcome?: RunOutcome;
}

export interface RunStartOptions extends CallOptions {
  onLostAnswer?: OnLostAnswer;
}

/** For "Start Again": each send may begin a run. */
const MAX_SENDS = 3;
const MAX_SENDS_AFTER_SEARCH = 2;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 60_000;

/**
 * One start of a job or pipeline. After a failure, another call, for example by n8n's Retry On Fail, continues: it looks for the
 * run again and sends nothing.
 */
export class RunStart {
  run: StartedRun | undefined;
  /** False if the run is that of another item, execution or user. */
  isOwn = true;
  /** The start of the failed execution that a user retries. */
  retried: UnknownStart | undefined;
  private starting: Promise<StartedRun> | undefined;
  private firstLost: LostStart | undefined;
  private lastLost: LostStart | undefined;
  private readonly sending = new Sending('once');

  constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: RunKind,
    readonly parentId: string,
  ) {}

  setRun(run: StartedRun, isOwn: boolean): void {
    this.run = run;
    this.isOwn = isOwn;
  }

  /** Keeps the outcome for a later try. */
  setEnded({ status }: RunState, outcome: RunOutcome): void {
    if (this.run) this.run = { ...this.run, status, outcome };
  }

  /** The state of the run: `open` if it may be running, undefined if none was started. */
  get state(): RunOutcome | 'open' | undefined {
    if (this.isOutcomeUnknown) return 'open';
    return this.run && (this.run.outcome ?? outcomeOf(this.run) ?? 'open');
  }

  get isOutcomeUnknown(): boolean {
    return this.lastLost !== undefined;
  }

  /** For a user's retry, perhaps in another process. Use it only while the run is not known. */
  get unknownStart(): UnknownStart | undefined {
    if (!this.firstLost || !this.lastLost) return this.retried;
    const { sentAtMs, numberBefore } = this.firstLost;
    const { lostAtMs } = this.lastLost;
    return { sentAtMs, lostAtMs, numberBefore };
  }

  /**
   * Starts the run, or continues an earlier call. After a cancel, no start is sent, but the response to a sent one is still read,
   * and the run of a lost one is still looked for.
   * @throws OutcomeUnknownError if a run may have begun
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
    // Without a baseline, a start that never arrived looks like one whose run has ended.
    if (onLostAnswer === 'lookThenStart' && !this.lastLost && !jobStarts.hasBaseline)
      await jobStarts.readNewestRuns().catch(() => undefined);
    const sendOnce = async () => await jobStarts.send(() => this.send(options));
    const sendAgain = async ({ failure }: LostStart) =>
      await sendOnce().catch((refusal: unknown) => {
        // This refusal does not show what the request before it did.
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
      if (options.signal?.aborted || !this.allowAnotherSend(onLostAnswer, failure, resolution))
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

  /** Whether the user allows another start, which then counts as sent. */
  private allowAnotherSend(
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
    // GraphQL strings have the same escapes as JSON.
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

interface StartToDescribe extends Pick<RunKind, 'noun'> {
  isMade: boolean;
  onLostAnswer: OnLostAnswer;
  /** Undefined without a search. */
  resolution?: Unresolved;
  /** The error when the start was sent again. */
  refusal?: PlatformError;
}

export function unknownStartHint(start: StartToDescribe): string {
  return [describeFindings(start), ...suggestOptions(start)].join(' ');
}

function describeFindings({ noun, resolution, refusal }: StartToDescribe): string {
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
    ? `One of these runs may be the requested one:\n${formatRuns(resolution.candidates)}\n`
    : `${checkFirst}. ${resolution.isComplete ? 'No new run was found so far.' : 'None of the newest runs can be the requested one.'}`;
}

const OPTION = '"If the Response Is Lost"';

/** Uses the node's names of options: only here it is known which of them help. */
function suggestOptions({ noun, isMade, onLostAnswer, resolution }: StartToDescribe): string[] {
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

function formatRuns(runs: readonly Run[]): string {
  const lines = runs.slice(0, MAX_LISTED).map(({ id, number, status, startTime }) => {
    const name = number === undefined ? id : `${number} (${id})`;
    return `Run ${name}, ${status}${startTime ? `, started ${startTime}` : ''}`;
  });
  const more = runs.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
