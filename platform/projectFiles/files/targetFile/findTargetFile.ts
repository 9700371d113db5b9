import { InvalidInputError } from '../../../errors/errors';
import { excerpt } from '../../../text/text';
import { compareTexts } from '../stableJson';

const FOLDER = 'targets/';
const ENDING = '.json';
const MOST_NAMED = 10;

/** The files that each tell of one target, by their paths. */
export function targetFiles(paths: Iterable<string>): string[] {
  return [...paths]
    .filter((path) => path.startsWith(FOLDER) && path.endsWith(ENDING))
    .sort(compareTexts);
}

/**
 * The path of a target file by what people call it: `staging`, `staging.json` or `targets/staging.json`.
 * @throws InvalidInputError where there is none, naming those that are there
 */
export function findTargetFile(paths: Iterable<string>, given: string): string {
  const name = given.trim().replace(/^(?:\.?\/)*(?:targets\/)?/, '');
  const path = `${FOLDER}${name.endsWith(ENDING) ? name : name + ENDING}`;
  const known = targetFiles(paths);
  if (known.includes(path)) return path;
  const names = known.slice(0, MOST_NAMED).map((file) => excerpt(nameOf(file), [], 100));
  const there = names.length > 0 ? `Available: ${names.join(', ')}.` : 'The files have none.';
  throw new InvalidInputError(
    `The files do not include the target file ${excerpt(path, [], 200)}`,
    `Fix the option "Target File". ${there} Nothing was sent.`,
  );
}

function nameOf(path: string): string {
  return path.slice(FOLDER.length, -ENDING.length);
}
