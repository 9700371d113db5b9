const MIB = 1024 * 1024;

export interface Measurement {
  seconds: number;
  /** CPU time of all threads of the process, in user and system mode. */
  cpuSeconds: number;
  /** Growth of the resident set size from the start to its maximum. */
  grownMiB: number;
}

/** Taking a sample lasts one or two milliseconds. */
const SAMPLE_EVERY_MS = 50;

export async function measure(work: () => Promise<unknown>): Promise<Measurement> {
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
