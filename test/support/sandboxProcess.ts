import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

export interface SandboxProcess extends Pick<Sandbox, 'credentials' | 'uploadCredentials'> {
  stop(): void;
}

/** Starts the sandbox in a process of its own: what it holds in memory is not the test's. */
export async function startSandboxProcess(options: SandboxOptions = {}): Promise<SandboxProcess> {
  const child = fork(__filename, [JSON.stringify(options)], { execArgv: ['--import', 'tsx'] });
  const [ready] = (await once(child, 'message')) as [SandboxProcess];
  return { ...ready, stop: () => child.disconnect() };
}

/** That process: tells its parent how to reach it, and ends with it. */
async function serve(): Promise<void> {
  const sandbox = await startSandbox(JSON.parse(process.argv[2] ?? '{}') as SandboxOptions);
  process.on('disconnect', () => void sandbox.close());
  const { credentials, uploadCredentials } = sandbox;
  process.send?.({ credentials, uploadCredentials });
}

if (process.argv[1] === __filename) void serve();
