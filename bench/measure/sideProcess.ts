/** A process in which one side does one task: it warms up, waits for the sign, measures, and checks what it did. */
import { once } from 'node:events';
import { findExercise } from '../exercises';
import { measure } from '../../harness/measured';
import type { Work } from '../task';
import type { SideMessage, SideOrder } from './messages';
import { profiled } from './profile';

async function main(): Promise<void> {
  const order = JSON.parse(process.env.BENCH_ORDER ?? '{}') as SideOrder;
  const exercise = findExercise(order.exercise);
  const prepare = exercise.sides[order.side];
  if (!prepare) throw new Error(`${exercise.name} has no side ${order.side}`);
  const warmUp = await prepare(order.warmUpPlace, exercise.warmUpAmount);
  await warmUp.run();
  const work = await prepare(order.place, exercise.amount);
  tell({});
  await sign();
  const own: Awaited<ReturnType<Work['run']>>[] = [];
  const measured = await profiled(`${order.exercise}.${order.side}`, () =>
    measure(async () => own.push(await work.run())),
  );
  tell({ measured: { ...measured, ...own[0] } });
  await sign();
  await work.check?.();
  tell({});
}

function tell(message: SideMessage): void {
  process.send?.(message);
}

async function sign(): Promise<void> {
  await once(process, 'message');
}

// Sockets that are kept open would keep the process alive.
process.once('disconnect', () => process.exit());
main().catch((error: unknown) =>
  tell({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
);
