/** An action that is set to happen later. */
export interface Timer {
  stop(): void;
  /** Does not keep the process alive. */
  unref(): void;
}

/** Source of time for code that waits. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `action` once after a delay. */
  after(delayMs: number, action: () => void): Timer;
}

/** This machine's time. Tests replace it, so that they need not wait. */
export const clock: Clock = {
  now: () => Date.now(),
  after(delayMs, action) {
    const timer = setTimeout(action, delayMs);
    return { stop: () => clearTimeout(timer), unref: () => timer.unref() };
  },
};
