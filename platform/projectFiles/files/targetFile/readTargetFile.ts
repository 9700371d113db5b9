import { InvalidInputError } from '../../../errors/errors';
import { ownValue } from '../../../text/names';
import { excerpt } from '../../../text/text';
import { isObject } from '../../../text/values';
import { PARTS, type Part, type Protected } from '../model';
import { readProtect } from '../globs';
import { requireShape, wrongFile, type SettingsFile } from '../readFile';
import { TARGET } from '../shapes';
import { compareTexts } from '../stableJson';

const FOLDER = 'targets/';
const ENDING = '.json';
const MAX_NAMED = 10;

/** Stands for all things of a kind. */
export const ALL = '*';

/** What one target has of its own. */
export interface TargetFile {
  settings: SettingsFile;
  /** Whether every schedule is paused that no patch speaks of. */
  isPaused: boolean;
  protect: Protected[];
  project: unknown;
  /** JSON Merge Patches by the names of things: undefined for none, null for what this target does not have. */
  patchOf(part: Part, name: string): unknown;
  /** The names that have a patch, `*` left out. */
  namesOf(part: Part): string[];
}

/** @throws WrongFileError naming the line of what cannot be used */
export function readTargetFile(settings: SettingsFile): TargetFile {
  const { path, value, lineOf } = settings;
  if (!isObject(value))
    throw wrongFile(path, 'contains no object', 'It must be an object, for example {}.', 1);
  requireShape(settings, TARGET);
  const patchesOf = (part: Part) => (isObject(value[part]) ? value[part] : {});
  for (const part of PARTS) {
    const forAll = ownValue(patchesOf(part), ALL);
    const refuse = (what: string, hint: string, ...place: string[]) =>
      wrongFile(path, what, hint, lineOf(place), place.join('.'));
    if (forAll === null) {
      const hint = 'Null removes an entry. Name only the entries that the target does not have.';
      throw refuse(`removes all ${part}`, hint, part, ALL);
    }
    if (isObject(forAll) && forAll.name !== undefined && part !== 'variables') {
      const hint = 'Remove it. Each entry needs its own name.';
      throw refuse(`sets the same name for all ${part}`, hint, part, ALL, 'name');
    }
  }
  return {
    settings,
    isPaused: value.schedules === 'paused',
    protect: readProtect(settings),
    project: value.project,
    patchOf: (part, name) => ownValue(patchesOf(part), name),
    namesOf: (part) => Object.keys(patchesOf(part)).filter((name) => name !== ALL),
  };
}

/** The paths of the files that each describe one target. */
export function targetFiles(paths: Iterable<string>): string[] {
  return [...paths]
    .filter((path) => path.startsWith(FOLDER) && path.endsWith(ENDING))
    .sort(compareTexts);
}

/**
 * The path of a target file by what people call it: `staging`, `staging.json` or `targets/staging.json`.
 * @throws InvalidInputError if it does not exist, naming those that do
 */
export function findTargetFile(paths: Iterable<string>, given: string): string {
  const name = given.trim().replace(/^(?:\.?\/)*(?:targets\/)?/, '');
  const path = `${FOLDER}${name.endsWith(ENDING) ? name : name + ENDING}`;
  const known = targetFiles(paths);
  if (known.includes(path)) return path;
  const names = known
    .slice(0, MAX_NAMED)
    .map((file) => excerpt(file.slice(FOLDER.length, -ENDING.length), [], 100));
  const there = names.length > 0 ? `Available: ${names.join(', ')}.` : 'The files have none.';
  throw new InvalidInputError(
    `The files do not include the target file ${excerpt(path, [], 200)}`,
    `Fix the option "Target File". ${there} Nothing was sent.`,
  );
}

/**
 * Applies a JSON Merge Patch (RFC 7396): what it names replaces what is there, null takes it away, and objects are gone into.
 * @param patch JSON that is not deeper than the shape of a file
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
