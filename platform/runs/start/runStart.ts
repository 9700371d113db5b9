import { CancelledError, OutcomeUnknownError, PlatformError } from '../../common/errors/errors';
import { readObject, unexpectedValueError } from '../../graphql/read/result';
import { replaceIfUnsupported } from '../../graphql/schema/bySchema';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { pause } from '../../http/retry';
import { Sending } from '../../http/sending';
import { clock } from '../../common/time/clock';
import type { RunKind } from '../kinds';
import { findOutcome, type RunOutcome, type RunState } from '../read/outcome';
import { readCurrentStatus, type Run } from '../read/run';
import { JobStarts, type LostStart, type UnknownStart, type Unresolved } from './jobStarts';

/*
 * These rules apply to starts of jobs and pipelines, whatever fails:
 *
 * 1. A start is sent again only if it certainly had no effect, or if the user chose that.
 * 2. The run of another start must not be returned, although other processes, people, schedules and pipelines start the same job.
 * 3. If the response to a start is lost, and the user's choice includes a search, the job's newest runs are read when the window
 *    of `readLostResponseWindowMs` is over. A run is used only if it fulfills the conditions of `JobStarts`.
 * 4. Otherwise, the error says that the outcome is unknown, and lists the runs that may be the requested one.
 */

/**
 * `look` searches for the run. `lookThenStart` also sends the start once more if no run is found, though one may begin later.
 * `error` fails at once. `startAgain` sends the start again, so the job may run twice.
 */
export type OnLostResponse = 'look' | 'lookThenStart' | 'error' | 'startAgain';

export interface StartedRun {
  id: string;
  status: string;
  /** Undefined until the run is known to have ended. */
  outcome?: RunOutcome;
}

export interface RunStartOptions extends CallOptions {
  onLostResponse?: OnLostResponse;
}

/** Maximum numbers of sends that may begin a run, including the first one. */
const MAX_SENDS_FOR_START_AGAIN = 3;
const MAX_SENDS_FOR_LOOK_THEN_START = 2;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 60_000;

/**
 * One start of a job or pipeline. If the response is lost and `start` is called again, for example by n8n's Retry On Fail, the new
 * call looks for the run of the lost start, or sends again, as far as `onLostResponse` allows.
 */
export class RunStart {
  run: StartedRun | undefined;
  /** False if neither this item nor, in a user's retry, the same item of the failed execution started the run. */
  isOwn = true;
  /** Set if a user retries a failed execution: the start of that execution. */
  retriedStart: UnknownStart | undefined;
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
    if (this.isResponseLost) return 'open';
    return this.run && (this.run.outcome ?? findOutcome(this.run) ?? 'open');
  }

  get isResponseLost(): boolean {
    return this.lastLost !== undefined;
  }

  /** The start that a user's retry must look for, perhaps in another process. Read it only while the run is not known. */
  get unknownStart(): UnknownStart | undefined {
    if (!this.firstLost || !this.lastLost) return this.retriedStart;
    const { sentAtMs, numberBefore } = this.firstLost;
    const { lostAtMs } = this.lastLost;
    return { sentAtMs, lostAtMs, numberBefore };
  }

  /**
   * Starts the run, or continues an earlier call. After a cancel, no start is sent. If a start was already sent, its response is
   * still read, or its run is still searched for.
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
    onLostResponse = 'look',
    ...options
  }: RunStartOptions): Promise<StartedRun> {
    const jobStarts = JobStarts.of(this.endpoint, this.kind, this.parentId);
    // A search can prove that no run began only if the number of the newest run before the start is known. Otherwise,
    // `lookThenStart` would never send again.
    if (onLostResponse === 'lookThenStart' && !this.lastLost && !jobStarts.hasBaseline)
      await jobStarts.readNewestRuns().catch(() => undefined);
    const sendOnce = async () => await jobStarts.send(() => this.send(options));
    const sendAgain = async ({ failure }: LostStart) =>
      await sendOnce().catch((refusal: unknown) => {
        // This refusal does not show whether the request before it began a run.
        const isPlatformError = refusal instanceof PlatformError;
        if (!isPlatformError || refusal instanceof CancelledError) throw refusal;
        throw this.unknownOutcomeError(failure, { onLostResponse, refusal });
      });
    let sent = this.lastLost ? { lost: this.lastLost } : await sendOnce();
    while ('lost' in sent) {
      this.lastLost = sent.lost;
      this.firstLost ??= sent.lost;
      const { failure, lostAtMs } = sent.lost;
      const shouldSearch = onLostResponse === 'look' || onLostResponse === 'lookThenStart';
      const resolution = shouldSearch ? await jobStarts.resolve(sent.lost) : undefined;
      if (resolution?.kind === 'found') {
        const { id, status } = resolution.run;
        return { id, status };
      }
      if (options.signal?.aborted || !this.allowAnotherSend(onLostResponse, failure, resolution))
        throw this.unknownOutcomeError(failure, { onLostResponse, resolution });
      const { retryAfterMs = 0 } = failure;
      const waitMs = shouldSearch
        ? lostAtMs + retryAfterMs - clock.now()
        : Math.max(retryAfterMs, FIRST_PAUSE_MS * 2 ** this.sending.sends);
      if (waitMs > 0) await pause(Math.min(waitMs, MAX_PAUSE_MS), options.signal);
      sent = await sendAgain(sent.lost);
    }
    return sent.run;
  }

  /** Returns true if the user allows another send. The lost send then counts as one that may have had an effect. */
  private allowAnotherSend(
    onLostResponse: OnLostResponse,
    { effectOfLastSend }: PlatformError,
    resolution: Unresolved | undefined,
  ): boolean {
    if (onLostResponse === 'startAgain')
      return this.sending.allowDoubtfulRepeat(effectOfLastSend, MAX_SENDS_FOR_START_AGAIN);
    const hasNoCandidate =
      resolution?.kind === 'unknown' && resolution.isComplete && resolution.candidates.length === 0;
    return (
      onLostResponse === 'lookThenStart' &&
      hasNoCandidate &&
      this.sending.allowDoubtfulRepeat(effectOfLastSend, MAX_SENDS_FOR_LOOK_THEN_START)
    );
  }

  /** Sends the documented request (interface, section 4.2). */
  private async send(options: CallOptions): Promise<StartedRun> {
    const { startMutation, parentIdField } = this.kind;
    // GraphQL strings have the same escapes as JSON.
    const id = JSON.stringify(this.parentId);
    const query = `mutation { ${startMutation}(${parentIdField}: ${id}) { id status } }`;
    const callOptions = { ...options, sending: this.sending, isFinishedDespiteCancel: true };
    let data: Record<string, unknown>;
    try {
      data = await this.endpoint.mutate({ query }, callOptions);
    } catch (error) {
      throw await replaceIfUnsupported(this.endpoint, 'mutation', startMutation, error, options);
    }
    const { id: runId, status } = readObject<StartedRun>(data, startMutation);
    if (typeof runId === 'string' && runId !== '')
      return { id: runId, ...readCurrentStatus({ status }) };
    throw unexpectedValueError(`${startMutation}.id`, 'an ID', runId);
  }

  private unknownOutcomeError(
    failure: PlatformError,
    details: Pick<StartToDescribe, 'onLostResponse' | 'resolution' | 'refusal'>,
  ): PlatformError {
    const { noun } = this.kind;
    const isMade = failure.effectOfLastSend === 'made';
    this.sending.addCounts(failure);
    return new OutcomeUnknownError(
      failure,
      describeUnknownStart({ noun, isMade, ...details }),
      `a run of the ${noun} ${this.parentId} started`,
    );
  }
}

interface StartToDescribe extends Pick<RunKind, 'noun'> {
  /** True if the platform confirmed the start, but its response cannot be read. */
  isMade: boolean;
  onLostResponse: OnLostResponse;
  /** Undefined if no run was searched for. */
  resolution?: Unresolved;
  /** The error if the start was sent again and failed. */
  refusal?: PlatformError;
}

export function describeUnknownStart(start: StartToDescribe): string {
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
    return `${checkFirst}. n8n could not read them: ${why}.`;
  }
  return resolution.candidates.length > 0
    ? `One of these runs may be the requested one:\n${formatRuns(resolution.candidates)}\n`
    : `${checkFirst}. ${resolution.isComplete ? 'No new run has been found so far.' : 'None of the newest runs can be the requested one.'}`;
}

const OPTION_NAME = '"If the Response Is Lost"';

/** Uses the node's names of options, because only this function knows which options help. */
function suggestOptions({ noun, isMade, onLostResponse, resolution }: StartToDescribe): string[] {
  const candidates = resolution?.kind === 'unknown' ? resolution.candidates : [];
  if (candidates.some((run) => findOutcome(run) === undefined))
    return ['To continue with a current run, set "If Already Running" to "Use the Current Run".'];
  if (candidates.length > 0 || isMade) return [];
  const again = `"Start Again" in ${OPTION_NAME} is for ${noun}s that may run twice.`;
  if (resolution?.kind === 'unreadable') return [again];
  if (onLostResponse === 'startAgain' || onLostResponse === 'lookThenStart') return [];
  const find =
    onLostResponse === 'error' ? [`"Find the Run" in ${OPTION_NAME} checks the runs.`] : [];
  const orStart = `"Find the Run, or Start Again" in ${OPTION_NAME} sends the request once more if no new run is found.`;
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
