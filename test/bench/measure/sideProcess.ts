/** One side does one task in this process. */
import { once } from 'node:events';
import { measure } from '../../support/measured';
import { findTask } from '../tasks';
import type { Sample } from '../task';
import type { SideOrder } from './runSide';

async function main(): Promise<void> {
  const order = JSON.parse(process.env.BENCH_ORDER ?? '{}') as SideOrder;
  const task = findTask(order.task);
  const prepare = task.sides[order.side];
  if (!prepare) throw new Error(`${task.name} has no side ${order.side}`);
  const warmUp = await prepare(order.warmUpPlace, task.warmUpAmount);
  await warmUp.run();
  const work = await prepare(order.place, order.amount);
  process.send?.('ready');
  await once(process, 'message');
  let own: Partial<Sample> = {};
  const measured = await measure(async () => (own = (await work.run()) ?? {}));
  process.send?.({ ...measured, ...own });
  await once(process, 'message');
  await work.check?.();
  process.send?.('checked');
}

// Open sockets keep the process alive.
process.once('disconnect', () => process.exit());
main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
