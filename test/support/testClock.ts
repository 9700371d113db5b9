import { clock, type Clock, type Timer } from '../../platform/common/time/clock';
import { whenTestEnds } from './untilTestEnds';

/** So many turns of the event loop answer whatever was asked on loopback, in the same process. */
const QUIET_TURNS = 100;
const MAX_STEP_MS = 25;

interface SetTimer {
  atMs: number;
  action(): void;
  /** Whether it would keep a process alive. */
  isHeld: boolean;
}

/** Until a test ends, time that passes when it says so: everything that waits by `platform/common/time/clock` waits for it. */
export class TestClock {
  private nowMs = Date.now();
  private readonly timers = new Set<SetTimer>();
  private readonly real: Clock = { ...clock };
  private isRunning = false;

  /** @param quiet lets come what is under way before time goes on */
  constructor(private readonly quiet = untilAnswered) {
    clock.now = () => this.nowMs;
    clock.after = (delayMs, action) =>
      this.set({ atMs: this.nowMs + delayMs, action, isHeld: true });
    whenTestEnds(() => this.restore());
  }

  /** From now on time passes by itself, as fast as what is asked is answered. */
  run(): this {
    this.isRunning = true;
    void this.passOn();
    return this;
  }

  /** Gives the client this machine's time back. */
  restore(): void {
    this.isRunning = false;
    Object.assign(clock, this.real);
  }

  now(): number {
    return this.nowMs;
  }

  /** How many timers are set. */
  get waiting(): number {
    return this.timers.size;
  }

  /** How many of them would keep a process alive. */
  get held(): number {
    return [...this.timers].filter(({ isHeld }) => isHeld).length;
  }

  /** Lets time pass without doing what comes due on the way. */
  skip(milliseconds: number): void {
    this.nowMs += milliseconds;
  }

  /** Waits while time passes by itself. */
  async wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => clock.after(milliseconds, resolve));
  }

  /** Lets time pass; what comes due is done in its order, and answers come in at once. */
  async pass(milliseconds: number): Promise<void> {
    const untilMs = this.nowMs + milliseconds;
    await this.quiet();
    while (this.nowMs < untilMs) {
      const step = Math.min(untilMs, this.nowMs + MAX_STEP_MS);
      const due = [...this.timers].filter(({ atMs }) => atMs <= step);
      this.nowMs = Math.min(step, ...due.map(({ atMs }) => Math.max(atMs, this.nowMs)));
      const now = due.filter(({ atMs }) => atMs <= this.nowMs);
      for (const timer of now) {
        if (this.timers.delete(timer)) timer.action();
      }
      if (now.length > 0) await this.quiet();
    }
  }

  /** Lets as much time pass as some work takes. @returns how much that was */
  async takenBy(work: Promise<unknown>, mostMs = 120_000): Promise<number> {
    const beganMs = this.nowMs;
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    await this.quiet();
    while (!isOver && this.nowMs - beganMs < mostMs) await this.pass(MAX_STEP_MS);
    return this.nowMs - beganMs;
  }

  /** Returns the result of some work, with as much time as it takes. */
  async until<T>(work: Promise<T>): Promise<T> {
    await this.takenBy(work);
    return await work;
  }

  private async passOn(): Promise<void> {
    while (this.isRunning) await this.pass(MAX_STEP_MS);
  }

  private set(timer: SetTimer): Timer {
    this.timers.add(timer);
    return {
      stop: () => this.timers.delete(timer),
      unref() {
        timer.isHeld = false;
      },
    };
  }
}

async function untilAnswered(): Promise<void> {
  for (let turn = 0; turn < QUIET_TURNS; turn++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
