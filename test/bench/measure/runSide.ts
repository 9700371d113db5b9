import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Measurement } from '../../support/measured';
import { startPlatform, type Place } from '../server/platform';
import type { Case, Sample, SideName, Task } from '../task';

/** n8n's engine stores binary data here. */
const FOLDER = path.resolve(__dirname, '..', '..', '..', '.local', 'bench', 'n8n');
const MODULES = pathToFileURL(path.join(__dirname, 'n8nModules.mjs')).href;

export interface SideOrder {
  task: string;
  side: SideName;
  amount: number;
  place: Place;
  warmUpPlace: Place;
}

/** Warms up, measures and checks a side in a new process. The platforms run in this process. */
export async function runSide(
  task: Task,
  side: SideName,
  { latencyMs, amount }: Case,
  packageFolder: string,
): Promise<Sample> {
  const measuredAt = await startPlatform(task.world?.(amount) ?? {}, latencyMs);
  // Warming up must leave no login and no connection at the measured platform.
  const warmUpWorld = { ...task.world?.(task.warmUpAmount), ...task.warmUpWorld };
  const warmUp = await startPlatform(warmUpWorld, latencyMs);
  const [place, warmUpPlace] = [measuredAt.place, warmUp.place];
  const order: SideOrder = { task: task.name, side, amount, place, warmUpPlace };
  mkdirSync(FOLDER, { recursive: true });
  const profiles = process.env.BENCH_PROFILE;
  const child = fork(path.join(__dirname, 'sideProcess.ts'), {
    execArgv: [
      ...['--import', 'tsx', '--import', MODULES, '--expose-gc'],
      ...(profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []),
    ],
    env: {
      ...process.env,
      TEST_PACKAGE_FOLDER: packageFolder,
      BENCH_ORDER: JSON.stringify(order),
      N8N_LOG_LEVEL: 'silent',
      N8N_USER_FOLDER: FOLDER,
    },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process of ${task.name}, ${side}, ended with code ${code}`);
  });
  ended.catch(() => undefined);
  const next = async () =>
    (await Promise.race([once(child, 'message'), ended])) as [Measurement & Partial<Sample>];
  try {
    await next();
    // Otherwise this side would wait for another side's writes.
    if (task.isDiskBound && platform() !== 'win32') spawnSync('sync');
    measuredAt.begin();
    child.send('measure');
    const [measured] = await next();
    const counted = measuredAt.counted();
    child.send('check');
    await next();
    return { ...counted, ...measured };
  } finally {
    if (child.connected) child.disconnect();
    await ended.catch(() => undefined);
    await Promise.all([measuredAt.close(), warmUp.close()]);
    rmSync(FOLDER, { recursive: true, force: true });
  }
}
