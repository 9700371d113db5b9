const MIB = 1024 * 1024;

/** Cost of a piece of work for its process. */
export interface Measured {
  seconds: number;
  /** Of all threads of the process, user and system. */
  cpuSeconds: number;
  /** The highest resident set size during the work, above what it was before, in MiB. */
  grownMiB: number;
}

/** Looking costs a millisecond or two. */
const SAMPLE_EVERY_MS = 50;

/** Does work and watches what it costs this process. */
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
