import { ownValue, without } from '../../../text/names';
import type { JsonPath } from '../../../text/strictJson';
import { excerpt } from '../../../text/text';
import { isObject } from '../../../text/values';
import {
  KINDS,
  PART_OF,
  type EntityKind,
  type Part,
  type ProjectEntity,
  type ProjectModel,
  type VariableFile,
} from '../model';
import {
  readEntityFile,
  readVariablesFile,
  wrongFile,
  WrongFileError,
  type SettingsFile,
} from '../readFile';
import { ALL, mergePatch, type TargetFile } from './readTargetFile';
import { requireKnownNames } from './unknownNames';

/** The files that a model was read from. */
interface Sources {
  entities: ReadonlyMap<ProjectEntity, SettingsFile>;
  variables?: SettingsFile;
  /** Parts of which a file could not be read: it may have the names that no other has. */
  unread: ReadonlySet<Part>;
}

/**
 * What the files say for one target. What its patches make is checked like a file.
 * @param attempt reports what cannot be used, and returns undefined then
 */
export async function applyTarget(
  model: ProjectModel,
  sources: Sources,
  target: TargetFile,
  attempt: <Result>(work: () => Result) => Promise<Result | undefined>,
): Promise<ProjectModel> {
  await attempt(() => requireKnownNames(model, sources.unread, target));
  const project = mergePatch({ description: model.description }, target.project ?? {});
  const description = isObject(project) ? project.description : undefined;
  const entities: ProjectModel['entities'] = { volume: [], job: [], app: [], pipeline: [] };
  for (const kind of KINDS) {
    for (const entity of model.entities[kind]) {
      const source = sources.entities.get(entity);
      if (!source || target.patchOf(PART_OF[kind], entity.key) === null) continue;
      const patched = await attempt(() => patchedEntity(kind, entity, source, target));
      entities[kind].push(patched ?? entity);
    }
  }
  const variables = await attempt(() => patchedVariables(model, sources, target));
  return {
    ...model,
    description: typeof description === 'string' ? description : undefined,
    protect: [...(model.protect ?? []), ...target.protect],
    variables: variables ?? model.variables,
    entities,
  };
}

function patchedEntity(
  kind: EntityKind,
  entity: ProjectEntity,
  { value }: SettingsFile,
  target: TargetFile,
): ProjectEntity {
  const part = PART_OF[kind];
  const before = isObject(value) ? value : {};
  const isPaused = target.isPaused && before.isScheduled === true;
  const variables = toVariablesByName(before.variables);
  const forAll = knownVariablesOf(target.patchOf(part, ALL), variables);
  const own = target.patchOf(part, entity.key);
  if (!isPaused && forAll === undefined && own === undefined) return entity;
  const document = { ...before, variables, ...(isPaused && { isScheduled: false }) };
  const merged = [forAll ?? {}, own ?? {}].reduce(mergePatch, document) as Record<string, unknown>;
  const list = toVariableList(merged.variables);
  const hasVariables = list.length > 0 || before.variables !== undefined;
  const places = placesIn(target, part, entity.key, list);
  const file = {
    path: target.settings.path,
    value: { ...without(merged, 'variables'), ...(hasVariables && { variables: list }) },
    lineOf: (at: JsonPath) => places.lineOf(at),
  };
  try {
    const { variables: read, ...patched } = readEntityFile(file, kind);
    return { ...entity, name: String(patched.name), file: patched, variables: read };
  } catch (error) {
    throw places.locate(error);
  }
}

function patchedVariables(
  { variables }: ProjectModel,
  { variables: source }: Sources,
  target: TargetFile,
): VariableFile[] {
  const forAll = target.patchOf('variables', ALL) ?? {};
  const hasPatches = target.patchOf('variables', ALL) !== undefined;
  if (!hasPatches && target.namesOf('variables').length === 0) return variables;
  const patched = Object.entries(toVariablesByName(source?.value)).flatMap(([name, variable]) => {
    const own = target.patchOf('variables', name);
    const patches = [forAll, own === undefined ? {} : own];
    return own === null ? [] : [[name, patches.reduce(mergePatch, variable)] as const];
  });
  const list = toVariableList(Object.fromEntries(patched));
  const lineOf = ([index, ...rest]: JsonPath) =>
    target.settings.lineOf(['variables', nameOf(list, index), ...rest]);
  return readVariablesFile({ path: target.settings.path, value: list, lineOf });
}

/** Of what holds for all things, the variables that this one has: a patch changes variables, and makes none. */
function knownVariablesOf(patch: unknown, variables: Record<string, unknown>): unknown {
  if (!isObject(patch) || !isObject(patch.variables)) return patch ?? undefined;
  const ofAll = patch.variables;
  const known = Object.keys(variables)
    .filter((name) => Object.hasOwn(ofAll, name))
    .map((name) => [name, ownValue(ofAll, name)]);
  return { ...patch, variables: Object.fromEntries(known) as Record<string, unknown> };
}

/** Where the parts of something that was patched stand in the target file. */
function placesIn(
  { settings, patchOf }: TargetFile,
  part: Part,
  key: string,
  variables: ReadonlyArray<Record<string, unknown>>,
) {
  const named = (at: JsonPath): JsonPath =>
    at[0] === 'variables' && typeof at[1] === 'number'
      ? ['variables', nameOf(variables, at[1]), ...at.slice(2)]
      : at;
  const names = [key, ALL].filter((name) => patchOf(part, name) !== undefined);
  const lineOf = (at: JsonPath) => {
    const wanted = named(at);
    const name = names.find((one) => hasPath(patchOf(part, one), wanted)) ?? names[0];
    return settings.lineOf(name === undefined ? ['schedules'] : [part, name, ...wanted]);
  };
  /** The same error with its place in the target file. */
  const locate = (error: unknown): unknown => {
    if (!(error instanceof WrongFileError)) return error;
    const { path, what, advice, field, line } = error;
    const at = field === undefined ? [] : field.split('.');
    const where = field === undefined ? (line ?? lineOf([])) : lineOf(at);
    const thing = `${part}.${key}`;
    const whole = field === undefined ? thing : `${thing}.${field}`;
    return wrongFile(path, `${what}, for "${excerpt(thing, [], 200)}"`, advice, where, whole);
  };
  return { lineOf, locate };
}

function hasPath(patch: unknown, at: JsonPath): boolean {
  let here = patch;
  for (const step of at) {
    here = isObject(here) ? ownValue(here, String(step)) : undefined;
    if (here === undefined) return false;
  }
  return true;
}

/** The list of variables of a file as an object by name, which a patch can go into; its names are known to be different. */
function toVariablesByName(list: unknown): Record<string, unknown> {
  const entries = Array.isArray(list) ? list.filter(isObject) : [];
  return Object.fromEntries(entries.map((entry) => [String(entry.name), without(entry, 'name')]));
}

/** The same as a file has it. */
function toVariableList(variables: unknown): Array<Record<string, unknown>> {
  return Object.entries(isObject(variables) ? variables : {}).map(([name, entry]) => ({
    ...(isObject(entry) ? entry : {}),
    name,
  }));
}

/** The name of an entry of such a list. */
function nameOf(list: ReadonlyArray<Record<string, unknown>>, index: unknown): string {
  return String(list[Number(index)]?.name ?? '');
}
