/** A process in which one side does one task: it warms up, waits for the sign, measures, and checks what it did. */
import { once } from 'node:events';
import { measure } from '../../support/measured';
import { findTask } from '../tasks';
import type { Work } from '../task';
import type { SideMessage, SideOrder } from './runSide';

async function main(): Promise<void> {
  const order = JSON.parse(process.env.BENCH_ORDER ?? '{}') as SideOrder;
  const task = findTask(order.task);
  const prepare = task.sides[order.side];
  if (!prepare) throw new Error(`${task.name} has no side ${order.side}`);
  const warmUp = await prepare(order.warmUpPlace, task.warmUpAmount);
  await warmUp.run();
  const work = await prepare(order.place, order.amount);
  report({});
  await once(process, 'message');
  const own: Awaited<ReturnType<Work['run']>>[] = [];
  const measured = await measure(async () => own.push(await work.run()));
  report({ measured: { ...measured, ...own[0] } });
  await once(process, 'message');
  await work.check?.();
  report({});
}

function report(message: SideMessage): void {
  process.send?.(message);
}

// Sockets that are kept open would keep the process alive.
process.once('disconnect', () => process.exit());
main().catch((error: unknown) =>
  report({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
);
