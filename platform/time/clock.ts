/** What was set to happen later. */
export interface Timer {
  stop(): void;
  /** Does not keep the process alive. */
  unref(): void;
}

/** Where code that waits has its time from. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back after so many milliseconds. */
  after(delayMs: number, action: () => void): Timer;
}

/** This machine's time. Tests put another in its place, so that nobody waits for real. */
export const clock: Clock = {
  now: () => Date.now(),
  after(delayMs, action) {
    const timer = setTimeout(action, delayMs);
    return { stop: () => clearTimeout(timer), unref: () => timer.unref() };
  },
};
