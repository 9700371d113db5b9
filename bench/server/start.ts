import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Arrangement, ServerAnswers, ServerOrder } from './main';

export interface BenchServer {
  /** Makes new worlds. */
  arrange(arrangement: Arrangement): Promise<ServerAnswers['arrange']>;
  /** The measurement starts. */
  begin(): Promise<unknown>;
  count(): Promise<ServerAnswers['count']>;
  stop(): void;
}

/** Starts the server in a process of its own; it ends with this one. */
export function startServer(): BenchServer {
  const child = fork(path.join(__dirname, 'main.ts'), { execArgv: ['--import', 'tsx'] });
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
    arrange: async (arrangement) =>
      (await ask({ arrange: arrangement })) as ServerAnswers['arrange'],
    begin: () => ask({ begin: true }),
    count: async () => (await ask({ count: true })) as ServerAnswers['count'],
    stop: () => child.disconnect(),
  };
}
