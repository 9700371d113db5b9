import { spawnSync } from 'node:child_process';
import { platform } from 'node:os';

/** Has the disk write what is still to be written, so that no side pays for what another one wrote. */
export function emptyWriteCache(): void {
  if (platform() !== 'win32') spawnSync('sync');
}
