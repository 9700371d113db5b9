import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../command';

/** Two processes of n8n with one folder would write into one database. */
export function refuseFolderInUse(userFolder: string): void {
  const pid = readPid(userFolder);
  if (pid === undefined || !isAlive(pid)) return;
  throw new Error(
    `An n8n that was started earlier (process ${pid}) still uses ${userFolder}. End it with Ctrl-C where it runs, or with: kill ${pid}`,
  );
}

/** Marks the folder as used by this n8n. @returns a function that removes the mark */
export function markFolder(userFolder: string, n8nPid: number): () => void {
  mkdirSync(userFolder, { recursive: true });
  writeFileSync(pidFile(userFolder), String(n8nPid));
  return () => rmSync(pidFile(userFolder), { force: true });
}

function readPid(userFolder: string): number | undefined {
  const file = pidFile(userFolder);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined;
}

function pidFile(userFolder: string): string {
  return join(userFolder, 'n8n.pid');
}
