import { clock, type Clock } from '../../../platform/time/clock';
import { Pace } from '../../../platform/pace/pace';
import type { Limiter } from './limiters';

interface Event {
  atMs: number;
  order: number;
  action(): void;
}

/** Time of its own for everything that waits by `platform/time/clock`: as fast as the events of it are done. */
class SimulatedTime {
  private readonly events: Event[] = [];
  private readonly real: Clock = { ...clock };
  private nowMs = 1_000_000;
  private order = 0;

  constructor() {
    clock.now = () => this.nowMs;
    clock.after = (delayMs, action) => {
      const event = { atMs: this.nowMs + Math.max(0, delayMs), order: this.order++, action };
      this.add(event);
      return {
        stop: () => {
          const at = this.events.indexOf(event);
          if (at >= 0) this.events.splice(at, 1);
        },
        unref: () => undefined,
      };
    };
  }

  restore(): void {
    Object.assign(clock, this.real);
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      // What was decided is begun before time goes on.
      for (let turn = 0; turn < 8; turn++) await undefined;
      const next = this.events.shift();
      if (!next) return;
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.action();
    }
  }

  private add(event: Event): void {
    let at = this.events.length;
    while (at > 0 && (this.events[at - 1] as Event).atMs > event.atMs) at--;
    this.events.splice(at, 0, event);
  }
}

export interface Work {
  requests: number;
  /** How many are asked for at once. */
  workers: number;
  status: 429 | 503;
  areStarts?: boolean;
  /** The time of a round trip, and by how much it varies. */
  roundTripMs: number;
  /** The time that the platform works on what it takes. */
  latencyMs?: number;
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
  const time = new SimulatedTime();
  try {
    const pace = new Pace('test', () => undefined);
    const result: Result = { tookMs: 0, waitedMs: [], refusals: 0, unknown: 0, failed: 0 };
    const { random, roundTripMs, latencyMs = 0, status, areStarts = false } = work;
    const beganMs = clock.now();
    const wait = async (ms: number) =>
      await new Promise<void>((resolve) => clock.after(ms, resolve));
    const jitter = (ms: number) => ms * (0.5 + random());
    const one = async () => {
      const askedMs = clock.now();
      for (;;) {
        const turn = await pace.enter({ isStart: areStarts });
        await wait(jitter(roundTripMs / 2));
        const refused = limiter.ask(clock.now() - beganMs);
        if (refused) {
          await wait(jitter(roundTripMs / 2));
          result.refusals++;
          const { retryAfterMs } = refused;
          const hadNoEffect = status === 429;
          const isBusy = !hadNoEffect && retryAfterMs === undefined;
          pace.refused(turn, { status, retryAfterMs, hadNoEffect, isBusy });
          if (status === 503 && areStarts) {
            result.unknown++;
            return;
          }
          continue;
        }
        await wait(jitter(latencyMs));
        limiter.ended?.();
        await wait(jitter(roundTripMs / 2));
        pace.accepted(turn);
        result.waitedMs.push(clock.now() - askedMs);
        return;
      }
    };
    let next = 0;
    let ended = 0;
    const worker = async () => {
      while (next++ < work.requests) await one().catch(() => result.failed++);
      ended++;
    };
    for (let n = 0; n < work.workers; n++) void worker();
    await time.run(() => ended === work.workers);
    result.tookMs = clock.now() - beganMs;
    return result;
  } finally {
    time.restore();
  }
}
