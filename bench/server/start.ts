import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Counters } from './platform';
import type { Arrangement, Places, ServerOrder } from './process';

export interface BenchServer {
  /** Makes new worlds. */
  arrange(arrangement: Arrangement): Promise<Places>;
  /** The measurement starts. */
  begin(): Promise<unknown>;
  count(): Promise<Counters>;
  stop(): void;
}

/** Starts the platforms in a process of their own; it ends with this one. */
export function startServer(): BenchServer {
  const child = fork(path.join(__dirname, 'process.ts'), { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The server of the benchmark has ended');
  });
  ended.catch(() => undefined);
  const ask = async (order: ServerOrder): Promise<unknown> => {
    child.send(order);
    const [answer] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
    return answer;
  };
  return {
    arrange: async (arrangement) => (await ask({ arrange: arrangement })) as Places,
    begin: () => ask('begin'),
    count: async () => (await ask('count')) as Counters,
    stop: () => child.disconnect(),
  };
}
