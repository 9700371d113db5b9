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
  throwFirst,
} from '../readFile';
import { ALL, mergePatch, type TargetFile } from './readTargetFile';

/** The files that a model was read from. */
interface Sources {
  entities: ReadonlyMap<ProjectEntity, SettingsFile>;
  variables?: SettingsFile;
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
  await attempt(() => requireKnownNames(model, target));
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
  const place = patchPlace(target, part, entity.key);
  const lineOf = (at: JsonPath) => {
    const [first, index, ...rest] = at;
    const isVariable = first === 'variables' && typeof index === 'number';
    const named = isVariable ? ['variables', nameOf(list, index), ...rest] : at;
    return target.settings.lineOf([...place, ...named]);
  };
  const { path } = target.settings;
  const patchedValue = {
    ...without(merged, 'variables'),
    ...(hasVariables && { variables: list }),
  };
  try {
    const { variables: read, ...patched } = readEntityFile(
      { path, value: patchedValue, lineOf },
      kind,
    );
    return { ...entity, name: String(patched.name), file: patched, variables: read };
  } catch (error) {
    if (!(error instanceof WrongFileError)) throw error;
    const { what, advice, field, line = lineOf([]) } = error;
    const thing = `${part}.${entity.key}`;
    const whole = field === undefined ? thing : `${thing}.${field}`;
    throw wrongFile(path, `${what}, for "${excerpt(thing, [], 200)}"`, advice, line, whole);
  }
}

/** What of the target file changes a thing: its own patch, that of all of its kind, or the pause. */
function patchPlace({ patchOf }: TargetFile, part: Part, key: string): string[] {
  const name = [key, ALL].find((one) => patchOf(part, one) !== undefined);
  return name === undefined ? ['schedules'] : [part, name];
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

interface UnknownName {
  part: Part;
  at: JsonPath;
  what: string;
}

/**
 * Names of patches that no file has were mistyped, and would do nothing.
 * @throws WrongFileError
 */
function requireKnownNames(model: ProjectModel, target: TargetFile): void {
  const { path, lineOf } = target.settings;
  throwFirst(unknownNames(model, target), ({ part, at, what }) => {
    const advice = model.include.includes(part)
      ? 'Fix the name, or remove it.'
      : `"include" of project.json does not contain ${part}.`;
    return wrongFile(path, `names the ${what}`, advice, lineOf(at), at.join('.'));
  });
}

function* unknownNames(
  { variables, entities }: ProjectModel,
  target: TargetFile,
): Generator<UnknownName> {
  const quoted = (name: string) => `"${excerpt(name, [], 200)}"`;
  const ofProject = new Set(variables.map(({ name }) => name));
  for (const name of target.namesOf('variables').filter((name) => !ofProject.has(name))) {
    const what = `variable ${quoted(name)}, which variables.json does not have`;
    yield { part: 'variables', at: ['variables', name], what };
  }
  for (const kind of KINDS) {
    const part = PART_OF[kind];
    const byKey = new Map(entities[kind].map((entity) => [entity.key, entity]));
    for (const key of [ALL, ...target.namesOf(part)]) {
      const named = key === ALL ? undefined : byKey.get(key);
      if (!named && key !== ALL) {
        yield { part, at: [part, key], what: `${kind} ${quoted(key)}, which no file has` };
        continue;
      }
      const owners = named ? [named] : entities[kind];
      const known = new Set(owners.flatMap((owner) => owner.variables.map(({ name }) => name)));
      const patch = target.patchOf(part, key);
      const names = isObject(patch) && isObject(patch.variables) ? patch.variables : {};
      for (const name of Object.keys(names).filter((name) => !known.has(name))) {
        const whose = named ? `the ${kind} ${quoted(key)} does not have` : `no ${kind} has`;
        const what = `variable ${quoted(name)}, which ${whose}`;
        yield { part, at: [part, key, 'variables', name], what };
      }
    }
  }
}
