const MIB = 1024 * 1024;

export interface Measured {
  seconds: number;
  /** Time of all threads of the process, user and system. */
  cpuSeconds: number;
  /** Growth to the maximum of the resident set size. */
  grownMiB: number;
}

/** A sample takes one or two milliseconds. */
const SAMPLE_EVERY_MS = 50;

export async function measure(work: () => Promise<unknown>): Promise<Measured> {
  global.gc?.();
  const before = process.memoryUsage.rss();
  let highest = before;
  const sample = () => {
    highest = Math.max(highest, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  sample();
  return { seconds, cpuSeconds: (user + system) / 1e6, grownMiB: (highest - before) / MIB };
}
