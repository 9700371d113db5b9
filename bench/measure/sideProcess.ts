/** A process in which one side does one task: it warms up, waits for the sign, measures, and checks what it did. */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { measure } from '../../harness/measured';
import { findTask } from '../tasks';
import type { Work } from '../task';
import type { SideMessage, SideOrder } from './runSide';

const SAMPLE_EVERY_US = 200;

async function main(): Promise<void> {
  const order = JSON.parse(process.env.BENCH_ORDER ?? '{}') as SideOrder;
  const task = findTask(order.task);
  const prepare = task.sides[order.side];
  if (!prepare) throw new Error(`${task.name} has no side ${order.side}`);
  const warmUp = await prepare(order.warmUpPlace, task.warmUpAmount);
  await warmUp.run();
  const work = await prepare(order.place, order.amount);
  report({});
  await sign();
  const own: Awaited<ReturnType<Work['run']>>[] = [];
  const measured = await profiled(`${order.task}.${order.side}`, () =>
    measure(async () => own.push(await work.run())),
  );
  report({ measured: { ...measured, ...own[0] } });
  await sign();
  await work.check?.();
  report({});
}

/** Does work; if BENCH_PROFILE names a folder, a CPU profile of it is written there. */
async function profiled<T>(name: string, work: () => Promise<T>): Promise<T> {
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

function report(message: SideMessage): void {
  process.send?.(message);
}

async function sign(): Promise<void> {
  await once(process, 'message');
}

// Sockets that are kept open would keep the process alive.
process.once('disconnect', () => process.exit());
main().catch((error: unknown) =>
  report({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
);
