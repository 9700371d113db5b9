import { unlessCancelled } from '../cancel';
import type { PlatformError } from '../errors';
import { GraphqlAnswerError, OutcomeUnknownError } from '../errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { readObject } from '../graphql/result';
import { pause } from '../http/retry';
import { canBeOurs } from './doubts';
import type { RunKind } from './kinds';
import { newestRuns } from './listRuns';
import { readRun } from './run';
import { Starts, type Doubt, type Resolution } from './starts';

/** A run that has just been started; `id` is the run's. */
export interface StartedRun {
  id: string;
  status: string;
}

const NEWEST_RUNS = 100;
const MAX_SENDS = 2;
const LONGEST_WAIT_MS = 60_000;

/**
 * Starts one run of a job or pipeline, and never a second one (interface, section 4.2). Where the answer is lost it
 * looks at the newest runs: one that can be ours is taken, none means that the start is sent once more.
 * Called again after a failure, as n8n's Retry On Fail does, it goes on where it was.
 */
export class RunStart {
  private run: StartedRun | undefined;
  private doubt: Doubt | undefined;
  private sends = 0;

  constructor(
    private readonly kind: RunKind,
    readonly parentId: string,
  ) {}

  /** @throws OutcomeUnknownError where it cannot be told whether a run began; what a mutation throws */
  async started(endpoint: GraphqlEndpoint, options: CallOptions = {}): Promise<StartedRun> {
    this.run ??= await this.start(endpoint, options);
    return this.run;
  }

  private async start(endpoint: GraphqlEndpoint, options: CallOptions): Promise<StartedRun> {
    const starts = startsOf(endpoint, this.kind, this.parentId);
    for (;;) {
      if (this.doubt) {
        const resolution = await unlessCancelled(starts.resolve(this.doubt), options.signal);
        if (resolution.kind === 'adopted') return resolution.run;
        if (resolution.kind !== 'notStarted' || this.sends >= MAX_SENDS) {
          throw this.unknown(resolution, this.doubt.failure);
        }
        await pause(waitAskedFor(this.doubt.failure), options.signal);
        this.doubt = undefined;
      }
      this.sends++;
      const sent = await starts.send(() => this.send(endpoint, options), doubtfulFailure);
      if ('run' in sent) return sent.run;
      this.doubt = sent.doubt;
    }
  }

  private async send(endpoint: GraphqlEndpoint, options: CallOptions): Promise<StartedRun> {
    const { startMutation, parentId } = this.kind;
    // What JSON escapes, GraphQL reads the same way.
    const id = JSON.stringify(this.parentId);
    const query = `mutation { ${startMutation}(${parentId}: ${id}) { id status } }`;
    return readObject<StartedRun>(await endpoint.mutate({ query }, options), startMutation);
  }

  private unknown(resolution: Resolution, failure: PlatformError): PlatformError {
    return new OutcomeUnknownError(
      failure,
      whatWasSeen(resolution, this.kind),
      `a run of the ${this.kind.noun} ${this.parentId} began`,
    );
  }
}

const EVERY_START = new Map<string, Starts>();
const FEW_STARTS = 1_000;
let pruneAt = FEW_STARTS;

function startsOf(endpoint: GraphqlEndpoint, kind: RunKind, parentId: string): Starts {
  const key = `${endpoint.key} ${kind.noun} ${parentId}`;
  const known = EVERY_START.get(key);
  if (known) return known;
  if (EVERY_START.size >= pruneAt) prune();
  const starts = new Starts(async (sinceMs) => {
    const answers = await newestRuns(endpoint, kind, parentId, NEWEST_RUNS);
    const sentAtMs = sinceMs + endpoint.clockAheadMs;
    return answers
      .map((answer) => ({ answer, run: readRun(answer, 'instances') }))
      .filter(({ answer, run }) => canBeOurs(Object(answer), run, sentAtMs))
      .map(({ run: { id, status, startTime } }) => ({ id, status, startTime }));
  });
  EVERY_START.set(key, starts);
  return starts;
}

function prune(): void {
  for (const [key, starts] of EVERY_START) if (starts.isIdle) EVERY_START.delete(key);
  pruneAt = Math.max(FEW_STARTS, EVERY_START.size * 2);
}

/** The failure that leaves open whether the run began; undefined for one that is clear. */
function doubtfulFailure(failure: unknown): PlatformError | undefined {
  if (failure instanceof OutcomeUnknownError) return failure.failure;
  // What went wrong below the root field went wrong after the run had begun.
  const isBelowRoot =
    failure instanceof GraphqlAnswerError &&
    failure.errors.some(({ path }) => (path?.length ?? 0) > 1);
  return isBelowRoot ? failure : undefined;
}

function waitAskedFor({ retryAfterMs = 0 }: PlatformError): number {
  return Math.min(retryAfterMs, LONGEST_WAIT_MS);
}

function whatWasSeen(resolution: Resolution, { noun }: RunKind): string {
  switch (resolution.kind) {
    case 'ambiguous':
      return `These runs can be the one that was asked for; nothing was sent a second time:\n${resolution.candidates
        .map(
          ({ id, status, startTime }) =>
            `${id} (${status}${startTime ? `, started ${startTime}` : ''})`,
        )
        .join('\n')}`;
    case 'unreadable': {
      const { failure } = resolution;
      const why = failure instanceof Error ? failure.message : String(failure);
      return `Look at the ${noun}'s runs before you try again; nothing was sent a second time. They could not be read from here: ${why}`;
    }
    case 'adopted':
    case 'notStarted':
      return `No new run is to be seen, and the second attempt had no answer either. Look at the ${noun}'s runs before you try again.`;
  }
}
