import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { SandboxOptions } from '../../sandbox';
import type { SandboxReady } from './sandboxServer';

export interface SandboxProcess extends SandboxReady {
  stop(): void;
}

/** Starts the sandbox in a process of its own: what it holds in memory is not the test's. */
export async function startSandboxProcess(options: SandboxOptions = {}): Promise<SandboxProcess> {
  const file = path.join(__dirname, 'sandboxServer.ts');
  const child = fork(file, [JSON.stringify(options)], { execArgv: ['--import', 'tsx'] });
  const [ready] = (await once(child, 'message')) as [SandboxReady];
  return { ...ready, stop: () => child.disconnect() };
}
