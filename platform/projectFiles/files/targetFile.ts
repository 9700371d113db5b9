import { InvalidInputError } from '../../common/errors/errors';
import { ownValue, without } from '../../common/text/names';
import { cleanName, excerpt } from '../../common/text/text';
import { toObject, isObject } from '../../common/text/values';
import { ENTITY_KINDS, PART_OF, DEFAULT_PARTS, type EntityKind, type Part } from '../tree';
import { readProtect, type ProtectRule } from './globs';
import type { Problems } from './problems';
import type { SettingsFile } from './projectFolder';
import type { TreeWithSettings } from './projectTree';
import { checkShape, TARGET_SHAPE } from './shapes';
import { compareTexts } from './stableJson';

const FOLDER = 'targets/';
const EXTENSION = '.json';
const MAX_NAMES_IN_MESSAGE = 10;

const ALL_ENTRIES = '*';

interface TargetFile {
  file: SettingsFile;
  /** Whether to set `isScheduled` to false where no patch sets it. */
  pausesSchedules: boolean;
  protect: ProtectRule[];
  projectPatch: unknown;
  /** Returns the JSON Merge Patch of an entry: undefined if it has none, null if this target does not have the entry. */
  getPatch: (part: Part, name: string) => unknown;
  /** Returns the names of entries that have their own patch. */
  listPatchedNames: (part: Part) => string[];
}

/** @returns undefined if the file is invalid; the reason is added to the problems */
export function readTargetFile(file: SettingsFile, problems: Problems): TargetFile | undefined {
  const before = problems.count;
  if (!checkShape(file, TARGET_SHAPE, problems)) return undefined;
  const value = toObject(file.value);
  const getPatches = (part: Part) => toObject(ownValue(value, part));
  for (const part of DEFAULT_PARTS) {
    const forAll = ownValue(getPatches(part), ALL_ENTRIES);
    if (forAll === null) {
      const advice =
        'Null removes an entry. Instead of *, name the entries that the target does not have.';
      problems.addAt(file, [part, ALL_ENTRIES], `removes all ${part}`, advice);
    }
    if (isObject(forAll) && forAll.name !== undefined) {
      const advice = 'Remove "name". Each entry needs its own name.';
      const mistake = `sets the same name for all ${part}`;
      problems.addAt(file, [part, ALL_ENTRIES, 'name'], mistake, advice);
    }
  }
  const protect = readProtect(file, problems);
  if (problems.count > before) return undefined;
  return {
    file,
    pausesSchedules: value.schedules === 'paused',
    protect,
    projectPatch: value.project,
    getPatch: (part, name) => ownValue(getPatches(part), name),
    listPatchedNames: (part) =>
      Object.keys(getPatches(part)).filter((name) => name !== ALL_ENTRIES),
  };
}

export function listTargetFiles(paths: Iterable<string>): string[] {
  return [...paths]
    .filter((path) => path.startsWith(FOLDER) && path.endsWith(EXTENSION))
    .sort(compareTexts);
}

/**
 * Returns the path of a target file by its name: `staging`, `staging.json` or `targets/staging.json`.
 * @throws InvalidInputError if the file does not exist; the hint lists existing target files
 */
export function findTargetFile(paths: Iterable<string>, nameOrPath: string): string {
  const name = nameOrPath.trim().replace(/^(?:\.?\/)*(?:targets\/)?/, '');
  const path = `${FOLDER}${name.endsWith(EXTENSION) ? name : name + EXTENSION}`;
  const existing = listTargetFiles(paths);
  if (existing.includes(path)) return path;
  const names = existing
    .slice(0, MAX_NAMES_IN_MESSAGE)
    .map((file) => cleanName(file.slice(FOLDER.length, -EXTENSION.length)));
  const available =
    names.length > 0 ? `Available: ${names.join(', ')}.` : 'The files include no target file.';
  throw new InvalidInputError(
    `The files do not include the target file ${excerpt(path, [], 200)}`,
    `Fix the option "Target File". ${available} Nothing was sent.`,
  );
}

/** Applies the patches of a target file to the settings files. The results are not checked yet. */
export function patchFiles(
  tree: TreeWithSettings,
  target: TargetFile,
  problems: Problems,
): TreeWithSettings['settings'] {
  checkNames(tree, target, problems);
  const patched = new Map(tree.settings);
  const patch = (path: string, change: (value: unknown) => unknown) => {
    const file = patched.get(path);
    if (file) patched.set(path, { ...file, value: change(file.value) });
  };
  patch('project.json', (value) => mergePatch(value, target.projectPatch ?? {}));
  patch('variables.json', (value) => listWithNames(patchVariables(indexByName(value), target)));
  for (const kind of ENTITY_KINDS) {
    for (const { key, file } of tree.entries[kind]) {
      const own = target.getPatch(PART_OF[kind], key);
      if (own === null) patched.delete(file);
      else patch(file, (value) => patchEntity(kind, value, own, target));
    }
  }
  return patched;
}

function patchVariables(variables: Fields, target: TargetFile): Fields {
  const forAll = target.getPatch('variables', ALL_ENTRIES) ?? {};
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, variable]) => {
      const own = target.getPatch('variables', name);
      return own === null ? [] : [[name, [forAll, own ?? {}].reduce(mergePatch, variable)]];
    }),
  );
}

function patchEntity(kind: EntityKind, value: unknown, own: unknown, target: TargetFile): unknown {
  const before = isObject(value) ? value : {};
  const isPaused = target.pausesSchedules && before.isScheduled === true;
  const forAll = target.getPatch(PART_OF[kind], ALL_ENTRIES);
  if (!isPaused && forAll === undefined && own === undefined) return value;
  const variables = indexByName(before.variables);
  const document = { ...before, variables, ...(isPaused && { isScheduled: false }) };
  const patches = [keepKnownVariables(forAll, variables), own ?? {}];
  const after = patches.reduce(mergePatch, document) as Fields;
  const list = listWithNames(toObject(after.variables));
  return { ...without(after, 'variables'), ...(list.length > 0 && { variables: list }) };
}

/** A patch for all entities changes the variables that an entity has, but adds none. */
function keepKnownVariables(patch: unknown, variables: Fields): unknown {
  if (!isObject(patch) || !isObject(patch.variables)) return patch ?? {};
  const patches = patch.variables;
  const kept = Object.keys(variables)
    .filter((name) => Object.hasOwn(patches, name))
    .map((name) => [name, ownValue(patches, name)]);
  return { ...patch, variables: Object.fromEntries(kept) as Fields };
}

type Fields = Record<string, unknown>;

/** Turns a list of variables into an object by name, to which a patch can be applied. */
function indexByName(list: unknown): Fields {
  const entries = Array.isArray(list) ? list.filter(isObject) : [];
  return Object.fromEntries(entries.map((entry) => [String(entry.name), without(entry, 'name')]));
}

function listWithNames(variables: Fields): Fields[] {
  return Object.entries(variables).map(([name, entry]) => ({
    ...(isObject(entry) ? entry : {}),
    name,
  }));
}

/** Reports names in patches that no file has, since they may be mistyped. */
function checkNames(
  { entries, include }: TreeWithSettings,
  { file, listPatchedNames, getPatch }: TargetFile,
  problems: Problems,
): void {
  const quote = (name: string) => `"${excerpt(name, [], 200)}"`;
  const addProblem = (part: Part, at: string[], noun: string) => {
    const advice = include.includes(part)
      ? 'Fix the name, or remove it.'
      : `"include" of project.json does not contain ${part}.`;
    problems.addAt(file, at, `names the ${noun}`, advice);
  };
  const projectVariables = new Set(entries.variable.map(({ name }) => name));
  for (const name of listPatchedNames('variables')) {
    if (projectVariables.has(name)) continue;
    const noun = `variable ${quote(name)}, which variables.json does not have`;
    addProblem('variables', ['variables', name], noun);
  }
  for (const kind of ENTITY_KINDS) {
    const part = PART_OF[kind];
    const byKey = new Map(entries[kind].map((entry) => [entry.key, entry]));
    for (const key of [ALL_ENTRIES, ...listPatchedNames(part)]) {
      const owner = byKey.get(key);
      const owners = key === ALL_ENTRIES ? entries[kind] : owner ? [owner] : [];
      if (owners.length === 0 && key !== ALL_ENTRIES) {
        addProblem(part, [part, key], `${kind} ${quote(key)}, which no file has`);
        continue;
      }
      const existing = new Set(
        owners.flatMap(({ variables }) => variables.map(({ name }) => name)),
      );
      const patch = getPatch(part, key);
      const names = isObject(patch) && isObject(patch.variables) ? patch.variables : {};
      for (const name of Object.keys(names).filter((variable) => !existing.has(variable))) {
        const whose =
          key === ALL_ENTRIES ? `no ${kind} has` : `the ${kind} ${quote(key)} does not have`;
        const noun = `variable ${quote(name)}, which ${whose}`;
        addProblem(part, [part, key, 'variables', name], noun);
      }
    }
  }
}

/**
 * Applies a JSON Merge Patch (RFC 7396): a value in the patch replaces the previous one, null removes it, and objects are merged.
 * @param patch JSON that is nested no deeper than a settings file
 */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(value) ? Object.entries(value) : []);
  for (const [name, inner] of Object.entries(patch)) {
    if (inner === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), inner));
  }
  return Object.fromEntries(merged);
}
