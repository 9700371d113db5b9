import { Pace } from '../../../../platform/http/pace';
import { TestClock } from '../../../support/testClock';
import type { Limiter } from './limiters';

/** Begins the decided requests before time passes. */
async function aFewTurns(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await undefined;
}

/** How many requests are asked for at once. */
export const WORKERS = 128;

export interface Work {
  requests: number;
  /** 429 where it is not said. */
  status?: 503;
  areStarts?: boolean;
  /** The time between reads that are sent beside the starts. The platform does not work on them. */
  readEveryMs?: number;
  /** The time of a round trip, and by how much it varies. */
  roundTripMs: number;
  /** The time that the platform works on what it takes. */
  latencyMs?: number;
  /** Of many requests at once and then none for long. */
  burst?: { size: number; everyMs: number };
  random(): number;
}

export interface Result {
  tookMs: number;
  /** Of each request, from its first attempt to its end. */
  waitedMs: number[];
  refusals: number;
  /** Starts that were refused by 503. */
  unknown: number;
  failed: number;
}

/** Sends requests through a pace to a limiter, each again until it is taken. A start that is refused by 503 is not. */
export async function simulate(limiter: Limiter, work: Work): Promise<Result> {
  const time = new TestClock(aFewTurns);
  const pace = new Pace('test');
  const result: Result = { tookMs: 0, waitedMs: [], refusals: 0, unknown: 0, failed: 0 };
  const {
    random,
    roundTripMs,
    latencyMs = 0,
    status = 429,
    areStarts = false,
    burst,
    readEveryMs,
  } = work;
  const beganMs = time.now();
  const about = async (ms: number) => await time.wait(ms * (0.5 + random()));
  const one = async (isStart = areStarts, askedMs = time.now()): Promise<unknown> => {
    const turn = await pace.waitForTurn({ isUnrepeatable: isStart });
    await about(roundTripMs / 2);
    const refused = limiter.ask(time.now() - beganMs);
    if (refused) {
      await about(roundTripMs / 2);
      result.refusals++;
      pace.reportThrottled(turn, status, refused.retryAfterMs);
      return status === 503 && isStart ? result.unknown++ : await one(isStart, askedMs);
    }
    if (isStart === areStarts) await about(latencyMs);
    limiter.ended?.();
    await about(roundTripMs / 2);
    pace.reportAccepted(turn);
    return result.waitedMs.push(time.now() - askedMs);
  };
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < work.requests; n = next++) {
      if (burst) {
        const dueMs = beganMs + Math.floor(n / burst.size) * burst.everyMs;
        await time.wait(Math.max(0, dueMs - time.now()));
      }
      await one().catch(() => result.failed++);
    }
  };
  const all = Promise.all(Array.from({ length: WORKERS }, worker));
  const readBeside = async (everyMs: number) => {
    while (result.tookMs === 0) {
      await time.wait(everyMs);
      one(false).catch(() => result.failed++);
    }
  };
  if (readEveryMs) void readBeside(readEveryMs);
  await time.measureDuration(
    all.then(() => (result.tookMs = time.now() - beganMs)),
    Infinity,
  );
  return result;
}
