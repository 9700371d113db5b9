import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { readJson, ROOT } from '../support/repository';
import { shownIn } from './shown';

const FILE = path.join(ROOT, 'docs', 'images', 'pictures.json');

/** Hashes of pictures when they were taken, by name below docs/images. */
export const takenPictures = () => readJson<Record<string, string>>(FILE);

export async function keepTaken(picture: string): Promise<void> {
  const hash = await shownIn(picture);
  if (hash === undefined)
    throw new Error(`test/pictures/shown.ts does not tell what ${picture} shows`);
  const taken = Object.entries({ ...takenPictures(), [picture]: hash });
  const sorted = Object.fromEntries(taken.sort(([one], [other]) => (one < other ? -1 : 1)));
  const config = await resolveConfig(FILE);
  writeFileSync(FILE, await format(JSON.stringify(sorted), { ...config, filepath: FILE }));
}
