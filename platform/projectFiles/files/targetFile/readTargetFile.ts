import { ownValue } from '../../../text/names';
import { isObject } from '../../../text/values';
import { PARTS, type Part, type Protected } from '../model';
import { readProtect } from '../globs/protection';
import { requireShape, wrongFile, type SettingsFile } from '../readFile';
import { targetShape } from '../shapes';

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
  requireShape(settings, targetShape());
  const patchesOf = (part: Part) => (isObject(value[part]) ? value[part] : {});
  for (const part of PARTS) {
    const forAll = ownValue(patchesOf(part), ALL);
    const place = [part, ALL];
    if (forAll === null) {
      const hint = 'Null removes an entry. Name only the entries that the target does not have.';
      throw wrongFile(path, `removes all ${part}`, hint, lineOf(place), place.join('.'));
    }
    if (isObject(forAll) && forAll.name !== undefined && part !== 'variables') {
      const hint = 'Remove it. Each entry needs its own name.';
      const named = [...place, 'name'];
      throw wrongFile(
        path,
        `sets the same name for all ${part}`,
        hint,
        lineOf(named),
        named.join('.'),
      );
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
