export interface Timer {
  stop(): void;
  /** Lets the process end before the timer fires. */
  unref(): void;
}

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  after(delayMs: number, action: () => void): Timer;
}

/** Tests replace its functions, so that they need not wait. */
export const clock: Clock = {
  now: () => Date.now(),
  after(delayMs, action) {
    const timer = setTimeout(action, delayMs);
    return { stop: () => clearTimeout(timer), unref: () => timer.unref() };
  },
};
