import { InvalidInputError } from '../../common/errors/errors';
import { ownValue, without } from '../../common/text/names';
import { cleanName, excerpt } from '../../common/text/text';
import { fieldsOf, isObject } from '../../common/text/values';
import { ENTITY_KINDS, PART_OF, DEFAULT_PARTS, type EntityKind, type Part } from '../tree';
import { readProtect, type ProtectRule } from './globs';
import type { Problems } from './problems';
import type { SettingsFile } from './projectFolder';
import type { TreeWithSettings } from './projectTree';
import { checkShape, TARGET_SHAPE } from './shapes';
import { compareTexts } from './stableJson';

const FOLDER = 'targets/';
const ENDING = '.json';
const MAX_NAMED = 10;

const ALL = '*';

interface TargetFile {
  settings: SettingsFile;
  /** Pauses each schedule that no patch changes. */
  pausesSchedules: boolean;
  protect: ProtectRule[];
  project: unknown;
  /** Returns a JSON Merge Patch: undefined for none, null for an entry that this target does not have. */
  patchOf: (part: Part, name: string) => unknown;
  /** Returns the names that have a patch, without `*`. */
  patchedNames: (part: Part) => string[];
}

/** @returns undefined if the file cannot be used, which is added to the problems */
export function readTargetFile(settings: SettingsFile, problems: Problems): TargetFile | undefined {
  const before = problems.count;
  if (!checkShape(settings, TARGET_SHAPE, problems)) return undefined;
  const value = fieldsOf(settings.value);
  const patchesOf = (part: Part) => fieldsOf(ownValue(value, part));
  for (const part of DEFAULT_PARTS) {
    const forAll = ownValue(patchesOf(part), ALL);
    if (forAll === null) {
      const advice = 'Null removes an entry. Name only the entries that the target does not have.';
      problems.addAt(settings, [part, ALL], `removes all ${part}`, advice);
    }
    if (isObject(forAll) && forAll.name !== undefined && part !== 'variables') {
      const advice = 'Remove it. Each entry needs its own name.';
      const what = `sets the same name for all ${part}`;
      problems.addAt(settings, [part, ALL, 'name'], what, advice);
    }
  }
  const protect = readProtect(settings, problems);
  if (problems.count > before) return undefined;
  return {
    settings,
    pausesSchedules: value.schedules === 'paused',
    protect,
    project: value.project,
    patchOf: (part, name) => ownValue(patchesOf(part), name),
    patchedNames: (part) => Object.keys(patchesOf(part)).filter((name) => name !== ALL),
  };
}

export function listTargetFiles(paths: Iterable<string>): string[] {
  return [...paths]
    .filter((path) => path.startsWith(FOLDER) && path.endsWith(ENDING))
    .sort(compareTexts);
}

/**
 * Finds a target file by its name: `staging`, `staging.json` or `targets/staging.json`.
 * @throws InvalidInputError if it does not exist, naming those that do
 */
export function findTargetFile(paths: Iterable<string>, given: string): string {
  const name = given.trim().replace(/^(?:\.?\/)*(?:targets\/)?/, '');
  const path = `${FOLDER}${name.endsWith(ENDING) ? name : name + ENDING}`;
  const known = listTargetFiles(paths);
  if (known.includes(path)) return path;
  const names = known
    .slice(0, MAX_NAMED)
    .map((file) => cleanName(file.slice(FOLDER.length, -ENDING.length)));
  const available = names.length > 0 ? `Available: ${names.join(', ')}.` : 'The files have none.';
  throw new InvalidInputError(
    `The files do not include the target file ${excerpt(path, [], 200)}`,
    `Fix the option "Target File". ${available} Nothing was sent.`,
  );
}

/** Returns the settings files with the patches of a target, not yet checked. */
export function patchFiles(
  read: TreeWithSettings,
  target: TargetFile,
  problems: Problems,
): TreeWithSettings['settings'] {
  checkNames(read, target, problems);
  const patched = new Map(read.settings);
  const patch = (path: string, change: (value: unknown) => unknown) => {
    const file = patched.get(path);
    if (file) patched.set(path, { ...file, value: change(file.value) });
  };
  patch('project.json', (value) => mergePatch(value, target.project ?? {}));
  patch('variables.json', (value) => toList(patchVariables(toObject(value), target)));
  for (const kind of ENTITY_KINDS) {
    for (const { key, file } of read.entries[kind]) {
      const own = target.patchOf(PART_OF[kind], key);
      if (own === null) patched.delete(file);
      else patch(file, (value) => patchEntity(kind, value, own, target));
    }
  }
  return patched;
}

function patchVariables(variables: Fields, target: TargetFile): Fields {
  const forAll = target.patchOf('variables', ALL) ?? {};
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, variable]) => {
      const own = target.patchOf('variables', name);
      return own === null ? [] : [[name, [forAll, own ?? {}].reduce(mergePatch, variable)]];
    }),
  );
}

function patchEntity(kind: EntityKind, value: unknown, own: unknown, target: TargetFile): unknown {
  const before = isObject(value) ? value : {};
  const isPaused = target.pausesSchedules && before.isScheduled === true;
  const forAll = target.patchOf(PART_OF[kind], ALL);
  if (!isPaused && forAll === undefined && own === undefined) return value;
  const variables = toObject(before.variables);
  const document = { ...before, variables, ...(isPaused && { isScheduled: false }) };
  const patches = [ofKnownVariables(forAll, variables), own ?? {}];
  const after = patches.reduce(mergePatch, document) as Fields;
  const list = toList(fieldsOf(after.variables));
  return { ...without(after, 'variables'), ...(list.length > 0 && { variables: list }) };
}

/** A patch for all entities changes the variables that an entity has, and adds none. */
function ofKnownVariables(patch: unknown, variables: Fields): unknown {
  if (!isObject(patch) || !isObject(patch.variables)) return patch ?? {};
  const ofAll = patch.variables;
  const known = Object.keys(variables)
    .filter((name) => Object.hasOwn(ofAll, name))
    .map((name) => [name, ownValue(ofAll, name)]);
  return { ...patch, variables: Object.fromEntries(known) as Fields };
}

type Fields = Record<string, unknown>;

/** Turns a list of variables into an object by name, which can be patched. */
function toObject(list: unknown): Fields {
  const entries = Array.isArray(list) ? list.filter(isObject) : [];
  return Object.fromEntries(entries.map((entry) => [String(entry.name), without(entry, 'name')]));
}

function toList(variables: Fields): Fields[] {
  return Object.entries(variables).map(([name, entry]) => ({
    ...(isObject(entry) ? entry : {}),
    name,
  }));
}

/** A name that no file has was mistyped, and its patch would do nothing. */
function checkNames(
  { entries, include }: TreeWithSettings,
  { settings, patchedNames, patchOf }: TargetFile,
  problems: Problems,
): void {
  const quoted = (name: string) => `"${excerpt(name, [], 200)}"`;
  const add = (part: Part, at: string[], what: string) => {
    const advice = include.includes(part)
      ? 'Fix the name, or remove it.'
      : `"include" of project.json does not contain ${part}.`;
    problems.addAt(settings, at, `names the ${what}`, advice);
  };
  const indexProjectGrants = new Set(entries.variable.map(({ name }) => name));
  for (const name of patchedNames('variables').filter((one) => !indexProjectGrants.has(one))) {
    const what = `variable ${quoted(name)}, which variables.json does not have`;
    add('variables', ['variables', name], what);
  }
  for (const kind of ENTITY_KINDS) {
    const part = PART_OF[kind];
    const byKey = new Map(entries[kind].map((entry) => [entry.key, entry]));
    for (const key of [ALL, ...patchedNames(part)]) {
      const owner = byKey.get(key);
      const owners = key === ALL ? entries[kind] : owner ? [owner] : [];
      if (owners.length === 0 && key !== ALL) {
        add(part, [part, key], `${kind} ${quoted(key)}, which no file has`);
        continue;
      }
      const known = new Set(owners.flatMap((one) => one.variables.map(({ name }) => name)));
      const patch = patchOf(part, key);
      const names = isObject(patch) && isObject(patch.variables) ? patch.variables : {};
      for (const name of Object.keys(names).filter((one) => !known.has(one))) {
        const whose = key === ALL ? `no ${kind} has` : `the ${kind} ${quoted(key)} does not have`;
        const what = `variable ${quoted(name)}, which ${whose}`;
        add(part, [part, key, 'variables', name], what);
      }
    }
  }
}

/**
 * Applies a JSON Merge Patch (RFC 7396): a value replaces the one before, null removes it, and objects are merged.
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
