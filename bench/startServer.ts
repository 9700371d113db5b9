import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ServerReady } from './server';

export interface BenchServer extends ServerReady {
  stop(): void;
}

/** Starts the sandbox in a process of its own. */
export async function startServer(): Promise<BenchServer> {
  const child = fork(path.join(__dirname, 'server.ts'), { execArgv: ['--import', 'tsx'] });
  const [ready] = (await once(child, 'message')) as [ServerReady];
  return { ...ready, stop: () => child.disconnect() };
}
