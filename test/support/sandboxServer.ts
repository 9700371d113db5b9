import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

/** The sandbox in a process of its own: tells its parent how to reach it and ends with it. */
export interface SandboxReady {
  credentials: Sandbox['credentials'];
  uploadCredentials: Sandbox['uploadCredentials'];
}

async function main(): Promise<void> {
  const options = JSON.parse(process.argv[2] ?? '{}') as SandboxOptions;
  const sandbox = await startSandbox(options);
  process.on('disconnect', () => void sandbox.close());
  const { credentials, uploadCredentials } = sandbox;
  process.send?.({ credentials, uploadCredentials } satisfies SandboxReady);
}

void main();
