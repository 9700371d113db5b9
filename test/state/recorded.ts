import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(__dirname, 'fixtures');

/** The version that is to be recorded by this run, where one is: `RECORD_STATE=1.1.0 npx jest test/state`. */
export const RECORDING = process.env.RECORD_STATE;

/** Every version whose state is kept. */
export const VERSIONS = RECORDING ? [RECORDING] : readdirSync(FOLDER).sort();

/**
 * What a version has left behind: made and written once, and from then on read.
 * @param places addresses and secrets of this run's sandbox, by the names that stand for them in the file
 */
export async function leftBy<State>(
  version: string,
  name: string,
  places: Record<string, string>,
  make: () => Promise<State>,
): Promise<State> {
  const file = path.join(FOLDER, version, `${name}.json`);
  if (RECORDING) {
    if (existsSync(file)) throw new Error(`${version} is recorded: it does not change any more`);
    mkdirSync(path.dirname(file), { recursive: true });
    // Where the recording machine had its files is nobody's business.
    const withoutStacks = (key: string, value: unknown) => (key === 'stack' ? undefined : value);
    let text = JSON.stringify(await make(), withoutStacks, 2);
    for (const [placeholder, value] of Object.entries(places)) {
      text = text.replaceAll(value, placeholder);
    }
    writeFileSync(file, `${text}\n`);
  }
  let kept = readFileSync(file, 'utf8');
  for (const [placeholder, value] of Object.entries(places)) {
    kept = kept.replaceAll(placeholder, value);
  }
  return JSON.parse(kept) as State;
}
