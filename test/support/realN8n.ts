import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxOptions } from '../../sandbox';
import { bringUp, type Running } from '../../start/bringUp';
import { localFolder } from '../../start/paths';
import { findFreePort } from '../../start/ports';
import type { Shutdown } from '../../start/shutdown';

/** Starts a real n8n with the packed nodes, and a sandbox platform. It first deletes the folder of an earlier run. */
export async function startRealN8n(
  folder: string,
  shutdown: Shutdown,
  sandboxOptions: SandboxOptions = {},
): Promise<Running> {
  const userFolder = join(localFolder, folder);
  await rm(userFolder, { recursive: true, force: true });
  return await bringUp({
    userFolder,
    n8nPort: await findFreePort(),
    sandboxPort: await findFreePort(),
    say: console.log,
    addCleanup: (cleanup) => shutdown.addCleanup(cleanup),
    sandboxOptions,
  });
}
