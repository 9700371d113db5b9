import { clock, type Clock, type Timer } from '../../platform/common/time/clock';
import { whenTestEnds } from './untilTestEnds';

/** Number of turns of the event loop after which a server in the same process has answered. */
const QUIET_TURNS = 100;
const MAX_STEP_MS = 25;

interface ScheduledTimer {
  atMs: number;
  action(): void;
  /** True if the timer keeps a process alive. */
  keepsProcessAlive: boolean;
}

/** Replaces the time of `platform/common/time/clock` until the test ends. */
export class TestClock {
  private nowMs = Date.now();
  private readonly timers = new Set<ScheduledTimer>();
  private readonly real: Clock = { ...clock };
  private isRunning = false;

  /** @param waitForAnswers function that waits for answers before time passes */
  constructor(private readonly waitForAnswers = waitQuietTurns) {
    clock.now = () => this.nowMs;
    clock.after = (delayMs, action) =>
      this.set({ atMs: this.nowMs + delayMs, action, keepsProcessAlive: true });
    whenTestEnds(() => this.restore());
  }

  /** Lets time pass automatically, as fast as requests are answered. */
  run(): this {
    this.isRunning = true;
    void this.passWhileRunning();
    return this;
  }

  restore(): void {
    this.isRunning = false;
    Object.assign(clock, this.real);
  }

  now(): number {
    return this.nowMs;
  }

  /** Number of timers. */
  get timerCount(): number {
    return this.timers.size;
  }

  /** Number of timers that keep a process alive. */
  get keepAliveTimerCount(): number {
    return [...this.timers].filter(({ keepsProcessAlive }) => keepsProcessAlive).length;
  }

  /** Lets time pass without running timers. */
  skip(milliseconds: number): void {
    this.nowMs += milliseconds;
  }

  async wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => clock.after(milliseconds, resolve));
  }

  /** Lets time pass, and runs due timers in order of time. */
  async pass(milliseconds: number): Promise<void> {
    const untilMs = this.nowMs + milliseconds;
    await this.waitForAnswers();
    while (this.nowMs < untilMs) {
      const step = Math.min(untilMs, this.nowMs + MAX_STEP_MS);
      const due = [...this.timers].filter(({ atMs }) => atMs <= step);
      this.nowMs = Math.min(step, ...due.map(({ atMs }) => Math.max(atMs, this.nowMs)));
      const now = due.filter(({ atMs }) => atMs <= this.nowMs);
      for (const timer of now) {
        if (this.timers.delete(timer)) timer.action();
      }
      if (now.length > 0) await this.waitForAnswers();
    }
  }

  /** Lets time pass until the work has ended or `maxMs` have passed. @returns passed time in milliseconds */
  async measureDuration(work: Promise<unknown>, maxMs = 120_000): Promise<number> {
    const beganMs = this.nowMs;
    let hasEnded = false;
    const onEnd = () => {
      hasEnded = true;
    };
    work.then(onEnd, onEnd);
    await this.waitForAnswers();
    while (!hasEnded && this.nowMs - beganMs < maxMs) await this.pass(MAX_STEP_MS);
    return this.nowMs - beganMs;
  }

  /** Lets time pass until the work has ended. @returns result of the work */
  async until<T>(work: Promise<T>): Promise<T> {
    await this.measureDuration(work);
    return await work;
  }

  private async passWhileRunning(): Promise<void> {
    while (this.isRunning) await this.pass(MAX_STEP_MS);
  }

  private set(timer: ScheduledTimer): Timer {
    this.timers.add(timer);
    return {
      stop: () => this.timers.delete(timer),
      unref() {
        timer.keepsProcessAlive = false;
      },
    };
  }
}

async function waitQuietTurns(): Promise<void> {
  for (let turn = 0; turn < QUIET_TURNS; turn++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
