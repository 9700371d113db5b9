import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ServerReady } from './sandboxProcessMain';

export interface SandboxProcess extends ServerReady {
  stop(): void;
}

/** Starts the sandbox in a process of its own. */
export async function startSandboxProcess(): Promise<SandboxProcess> {
  const child = fork(path.join(__dirname, 'sandboxProcessMain.ts'), {
    execArgv: ['--import', 'tsx'],
  });
  const [ready] = (await once(child, 'message')) as [ServerReady];
  return { ...ready, stop: () => child.disconnect() };
}
