import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_FOLDER } from '../../harness/packedPackage';
import type { BenchServer } from '../server/start';
import type { Exercise, SideName } from '../task';
import { emptyWriteCache } from './emptyWriteCache';
import type { SideMessage, SideOrder } from './messages';
import type { Sample } from '../sample';

/** n8n's engine keeps binary data here. */
const FOLDER = path.resolve(__dirname, '..', '..', '.local', 'bench', 'n8n');
const MODULES = pathToFileURL(path.join(__dirname, 'n8nModules.mjs')).href;

/** Runs a side in a fresh process: prepared and warmed up first, then measured, then checked. */
export async function runSide(
  server: BenchServer,
  exercise: Exercise,
  side: SideName,
  latencyMs: number,
  packageFolder = PACKAGE_FOLDER,
): Promise<Sample> {
  const { world = {}, warmUpWorld = {} } = exercise;
  const places = await server.arrange({
    world,
    warmUpWorld: { ...world, ...warmUpWorld },
    latencyMs,
  });
  mkdirSync(FOLDER, { recursive: true });
  const order: SideOrder = { exercise: exercise.name, side, ...places };
  const child = fork(path.join(__dirname, 'sideProcess.ts'), {
    execArgv: ['--import', 'tsx', '--import', MODULES, '--expose-gc'],
    env: {
      ...process.env,
      TEST_PACKAGE_FOLDER: packageFolder,
      BENCH_ORDER: JSON.stringify(order),
      N8N_LOG_LEVEL: 'silent',
      N8N_USER_FOLDER: FOLDER,
    },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process of ${exercise.name}, ${side}, ended with code ${code}`);
  });
  ended.catch(() => undefined);
  const next = async (): Promise<SideMessage> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [SideMessage];
    if (message.failure !== undefined) {
      throw new Error(`${exercise.name}, ${side}: ${message.failure}`);
    }
    return message;
  };
  try {
    await next();
    if (exercise.isDiskBound) emptyWriteCache();
    await server.begin();
    child.send('measure');
    const { measured } = await next();
    const counted = await server.count();
    child.send('check');
    await next();
    if (!measured) throw new Error('The process measured nothing');
    return { ...counted, ...measured };
  } finally {
    child.disconnect();
    await ended.catch(() => undefined);
    rmSync(FOLDER, { recursive: true, force: true });
  }
}
