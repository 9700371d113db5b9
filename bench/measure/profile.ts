import { mkdir, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import path from 'node:path';

const SAMPLE_EVERY_US = 200;

/** Does work; where BENCH_PROFILE names a folder, a CPU profile of it is written there. */
export async function profiled<T>(name: string, work: () => Promise<T>): Promise<T> {
  const folder = process.env.BENCH_PROFILE;
  if (!folder) return await work();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await session.post('Profiler.start');
  const result = await work();
  const { profile } = await session.post('Profiler.stop');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.${Date.now()}.cpuprofile`), JSON.stringify(profile));
  return result;
}
