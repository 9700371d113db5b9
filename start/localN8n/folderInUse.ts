import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../command';

/** Prevents two n8n processes from writing to one database. @throws Error if an n8n with this folder is running */
export function refuseFolderInUse(userFolder: string): void {
  const pid = readPid(userFolder);
  if (pid === undefined || !isAlive(pid)) return;
  throw new Error(
    `Another n8n (process ${pid}) uses ${userFolder}. Stop it with Ctrl-C in its terminal, or with: kill ${pid}`,
  );
}

/** Marks the folder as used by this n8n. @returns a function that removes the mark */
export function markFolder(userFolder: string, n8nPid: number): () => void {
  mkdirSync(userFolder, { recursive: true });
  writeFileSync(locatePidFile(userFolder), String(n8nPid));
  return () => rmSync(locatePidFile(userFolder), { force: true });
}

function readPid(userFolder: string): number | undefined {
  const file = locatePidFile(userFolder);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined;
}

function locatePidFile(userFolder: string): string {
  return join(userFolder, 'n8n.pid');
}
