const SAMPLE_EVERY_MS = 10;
const MIB = 1024 * 1024;

export interface Measured {
  seconds: number;
  /** The highest resident set size during the work, above what it was before, in MiB. */
  grownMiB: number;
}

/** Runs work and watches how far this process grows. */
export async function measure(work: () => Promise<void>): Promise<Measured> {
  global.gc?.();
  const before = process.memoryUsage.rss();
  let highest = before;
  const sample = () => {
    highest = Math.max(highest, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  const start = performance.now();
  try {
    await work();
  } finally {
    sample();
    clearInterval(timer);
  }
  return {
    seconds: (performance.now() - start) / 1000,
    grownMiB: (highest - before) / MIB,
  };
}
