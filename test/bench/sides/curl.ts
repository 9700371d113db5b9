import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Place } from '../server/platform';

const run = promisify(execFile);
const USUAL = ['--silent', '--show-error', '--fail'];

/** What a process of its own takes is not seen. */
const UNSEEN = { cpuSeconds: Number.NaN, grownMiB: Number.NaN };

/** Not every machine has it. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0;

export async function downloadByCurl(place: Place, path: string, target: string) {
  await run('curl', [...USUAL, '--output', target, place.downloadUrl + path]);
  return UNSEEN;
}

/** Sends the same form as this package does, read while it is sent. */
export async function uploadByCurl(place: Place, path: string, source: string) {
  const { uploadUrl, uploadCredentials } = place;
  await run('curl', [
    ...USUAL,
    ...['--form', `file=@${source};filename=large.bin`],
    ...['--header', `authorization: Bearer ${uploadCredentials.uploadToken}`],
    uploadUrl + path,
  ]);
  return UNSEEN;
}
