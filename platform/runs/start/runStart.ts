import { clock } from '../../time/clock';
import {
  CancelledError,
  GraphqlResponseError,
  OutcomeUnknownError,
  UnexpectedResponseError,
  type PlatformError,
} from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readObject } from '../../graphql/read/result';
import { explainedRefusal } from '../../graphql/schema/bySchema';
import { pause } from '../../http/retry';
import { unlessCancelled } from '../../time/cancel';
import type { LostStart } from './startRegister';
import type { RunKind } from '../kinds';
import { currentStatusOf } from '../read/currentStatus';
import type { RecordedRun } from './recordedRun';
import { startRegisterOf } from './startRegisters';
import { unknownStartHint, type OnLostAnswer, type Unresolved } from './unknownStart';

/** A run that has just been started; `id` is the run's. */
export interface StartedRun {
  id: string;
  status: string;
}

export interface RunStartOptions extends CallOptions {
  onLostAnswer?: OnLostAnswer;
}

const MAX_SENDS = 3;
const MAX_SENDS_AFTER_SEARCH = 2;
const FIRST_PAUSE_MS = 250;
const LONGEST_WAIT_MS = 60_000;

/**
 * Starts one run of a job or pipeline, and never a second one unless it was chosen: a start is sent again only on proof
 * that it had no effect. Where the response is lost, the job's runs are watched for the one that it began.
 * Called again after a failure, as n8n's Retry On Fail does, it goes on where it was.
 */
export class RunStart {
  /** The run, once it is known. */
  run: StartedRun | undefined;
  /** Whether somebody else started it. */
  isTaken = false;
  private starting: Promise<StartedRun> | undefined;
  private lost: LostStart | undefined;
  private sends = 0;

  constructor(
    private readonly kind: RunKind,
    readonly parentId: string,
  ) {}

  /** Gives it a run without a start. @param origin `taken`: another execution started it */
  setRun(run: StartedRun, origin: 'started' | 'taken' = 'started'): void {
    this.run = run;
    this.isTaken = origin === 'taken';
  }

  /** Whether a start was sent, and it is not known what became of it. */
  get isUnknown(): boolean {
    return this.lost !== undefined;
  }

  /** @throws OutcomeUnknownError where it cannot be told whether a run began; what a mutation throws */
  async started(endpoint: GraphqlEndpoint, options: RunStartOptions = {}): Promise<StartedRun> {
    return await unlessCancelled(this.outcome(endpoint, options), options.signal);
  }

  /**
   * The same for whoever has to know the run also after a cancel: nothing is sent any more, but the response to what was
   * sent is still read, and a run whose response was lost is still looked for.
   */
  async outcome(endpoint: GraphqlEndpoint, options: RunStartOptions): Promise<StartedRun> {
    if (this.run) return this.run;
    if (options.signal?.aborted) throw new CancelledError('never');
    this.starting ??= this.start(endpoint, options);
    return await this.starting;
  }

  private async start(endpoint: GraphqlEndpoint, options: RunStartOptions): Promise<StartedRun> {
    try {
      this.run = await this.sendAndResolve(endpoint, options);
      this.lost = undefined;
      return this.run;
    } finally {
      this.starting = undefined;
    }
  }

  private async sendAndResolve(
    endpoint: GraphqlEndpoint,
    { onLostAnswer = 'look', ...options }: RunStartOptions,
  ): Promise<StartedRun> {
    const register = startRegisterOf(endpoint, this.kind, this.parentId);
    /** A start that was given up: no run of it was found. */
    let givenUp: LostStart | undefined;
    for (;;) {
      while (!this.lost || (onLostAnswer === 'startAgain' && this.sends < MAX_SENDS)) {
        if (this.lost) await pause(waitBefore(this.sends, this.lost.failure), options.signal);
        this.sends++;
        const sent = await register
          .send(() => this.send(endpoint, options), lostAnswer)
          .catch((error: unknown) => {
            this.lost ??= givenUp;
            throw error;
          });
        if ('run' in sent) return sent.run;
        this.lost = sent.lost;
      }
      const { lost } = this;
      if (onLostAnswer === 'error' || onLostAnswer === 'startAgain') {
        throw this.unknownOutcome(lost.failure, onLostAnswer);
      }
      const resolution = await register.resolve(lost);
      if (resolution.kind === 'found') return startedRun(resolution.run);
      const isSentAgain =
        onLostAnswer === 'lookThenStart' &&
        this.sends < MAX_SENDS_AFTER_SEARCH &&
        !options.signal?.aborted &&
        isNothingSeen(resolution);
      if (!isSentAgain) throw this.unknownOutcome(lost.failure, onLostAnswer, resolution);
      const leftMs = lost.lostAtMs + (lost.failure.retryAfterMs ?? 0) - clock.now();
      if (leftMs > 0) await pause(Math.min(leftMs, LONGEST_WAIT_MS), options.signal);
      givenUp = lost;
      this.lost = undefined;
    }
  }

  private async send(endpoint: GraphqlEndpoint, options: CallOptions): Promise<StartedRun> {
    const { startMutation, parentId } = this.kind;
    // What JSON escapes, GraphQL reads the same way.
    const id = JSON.stringify(this.parentId);
    const query = `mutation { ${startMutation}(${parentId}: ${id}) { id status } }`;
    const once = { ...options, isFinishedOnCancel: true };
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
        reach: 'answered',
      },
    );
  }

  private unknownOutcome(
    failure: PlatformError,
    onLostAnswer: OnLostAnswer,
    resolution?: Unresolved,
  ): PlatformError {
    const { noun } = this.kind;
    return new OutcomeUnknownError(
      failure,
      unknownStartHint({ noun, sends: this.sends, failure, onLostAnswer, resolution }),
      `a run of the ${noun} ${this.parentId} started`,
    );
  }
}

/** The failure that leaves open whether the run began; undefined for one that is clear. */
function lostAnswer(failure: unknown): PlatformError | undefined {
  if (failure instanceof OutcomeUnknownError) return failure.failure;
  if (failure instanceof CancelledError && failure.reach !== 'never') return failure;
  // The run has probably begun where only the response cannot be read.
  if (failure instanceof UnexpectedResponseError && failure.reach !== 'never') return failure;
  // What went wrong below the root field went wrong after the run had begun.
  const isBelowRoot =
    failure instanceof GraphqlResponseError &&
    failure.errors.some(({ path }) => (path?.length ?? 0) > 1);
  return isBelowRoot ? failure : undefined;
}

function waitBefore(sends: number, { retryAfterMs = 0 }: PlatformError): number {
  return Math.min(Math.max(retryAfterMs, FIRST_PAUSE_MS * 2 ** sends), LONGEST_WAIT_MS);
}

/** Whether the platform was asked to the end, and shows no run that the start can have begun. */
function isNothingSeen(resolution: Unresolved): boolean {
  return resolution.kind === 'unknown' && resolution.candidates.length === 0;
}

function startedRun({ id, status }: RecordedRun): StartedRun {
  return { id, status };
}
