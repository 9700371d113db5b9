import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface ConfFolder {
  folder: string;
  /** Removes the folder where it was only a temporary one. */
  cleanUp(): void;
}

/** The folder that was asked for, or a new temporary one. */
export function confFolder(wanted: string | undefined): ConfFolder {
  if (wanted !== undefined) return { folder: wanted, cleanUp: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), `sandbox-conf-files-${process.pid}-`));
  return { folder, cleanUp: () => rmSync(folder, { recursive: true, force: true }) };
}
