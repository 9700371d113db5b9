import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ChangedPackage } from '../../harness/changedPackage';
import type { Trick } from './tricks';

/** Builds the package with one file in its plain form. @returns its folder */
export async function plainPackage({ file, plain }: Trick): Promise<string> {
  const changed = new ChangedPackage(path.join('bench', 'plain', path.parse(plain).name));
  changed.write(file, readFileSync(path.join(__dirname, 'plain', plain), 'utf8'));
  await changed.build();
  return changed.folder;
}
