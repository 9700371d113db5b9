import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 20;
const KEPT = 500;
/** So much lag in so much time is too much to begin anything else. */
const BUSY_MS = 200;
const LOOKED_AT_MS = 500;
const MAX_REST_MS = 1_000;

/** How long this process was too busy to look at anything else; what it was late for is nobody's fault. */
class LagMeter {
  private readonly lags: Array<{ atMs: number; lagMs: number }> = [];
  private timer: NodeJS.Timeout | undefined;

  start(): void {
    if (this.timer) return;
    let last = Date.now();
    this.timer = setInterval(() => {
      const now = Date.now();
      const lagMs = now - last - EVERY_MS;
      last = now;
      if (lagMs > EVERY_MS) this.lags.push({ atMs: now, lagMs });
      if (this.lags.length > KEPT) this.lags.shift();
    }, EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Comes back when this process has time; on a machine that never has any, after a second. */
  async rest(): Promise<void> {
    const latestMs = Date.now() + MAX_REST_MS;
    while (this.since(Date.now() - LOOKED_AT_MS) > BUSY_MS && Date.now() < latestMs) {
      await sleep(EVERY_MS);
    }
  }

  /** Together, since a time, in milliseconds. */
  since(ms: number): number {
    let sum = 0;
    for (let index = this.lags.length - 1; index >= 0; index--) {
      const { atMs, lagMs } = this.lags[index] as { atMs: number; lagMs: number };
      if (atMs < ms) break;
      sum += lagMs;
    }
    return sum;
  }
}

export const lagMeter = new LagMeter();
