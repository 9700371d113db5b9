import { startSandbox, type Sandbox } from '../../sandbox';

/** The sandbox in a process of its own: tells its parent how to reach it and ends with it. */
export interface ServerReady {
  credentials: Sandbox['credentials'];
  uploadCredentials: Sandbox['uploadCredentials'];
}

async function main(): Promise<void> {
  const sandbox = await startSandbox({ seed: false });
  process.on('disconnect', () => void sandbox.close());
  process.send?.({
    credentials: sandbox.credentials,
    uploadCredentials: sandbox.uploadCredentials,
  } satisfies ServerReady);
}

void main();
