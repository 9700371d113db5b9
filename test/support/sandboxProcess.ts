import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

export interface SandboxProcess extends Pick<Sandbox, 'credentials' | 'uploadCredentials'> {
  stop(): void;
}

/** Starts the sandbox in another process, so that measurements do not include its memory. */
export async function startSandboxProcess(options: SandboxOptions = {}): Promise<SandboxProcess> {
  const child = fork(__filename, [JSON.stringify(options)], { execArgv: ['--import', 'tsx'] });
  const [ready] = (await once(child, 'message')) as [SandboxProcess];
  return { ...ready, stop: () => child.disconnect() };
}

async function serve(): Promise<void> {
  const sandbox = await startSandbox(JSON.parse(process.argv[2] ?? '{}') as SandboxOptions);
  process.on('disconnect', () => void sandbox.close());
  const { credentials, uploadCredentials } = sandbox;
  process.send?.({ credentials, uploadCredentials });
}

if (process.argv[1] === __filename) void serve();
