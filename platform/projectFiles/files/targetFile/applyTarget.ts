import { InvalidInputError } from '../../../errors/errors';
import { ownValue } from '../../../text/names';
import { without } from '../../../text/names';
import { isObject } from '../../../text/values';
import { eventLoopYielder } from '../../../time/eventLoop';
import type { JsonPath } from '../../../text/strictJson';
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
  throwFirst,
  type Report,
  type SettingsFile,
} from '../readFile';
import { mergePatch } from './mergePatch';
import { ALL, type TargetFile } from './readTargetFile';
import { placesIn } from './places';
import { unknownNames } from './unknownNames';
import { toVariableList, toVariablesByName, nameOf } from './variablesByName';

/** The files that a model was read from. */
interface Sources {
  entities: ReadonlyMap<ProjectEntity, SettingsFile>;
  variables?: SettingsFile;
  /** Parts of which a file could not be read: it may have the names that no other has. */
  unread: ReadonlySet<Part>;
}

/**
 * What the files say for one target. What its patches make is checked like a file.
 * @param report takes what cannot be used
 */
export async function applyTarget(
  model: ProjectModel,
  sources: Sources,
  target: TargetFile,
  report: Report,
): Promise<ProjectModel> {
  const { path } = target.settings;
  const attempt = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      report(error, path);
      return undefined;
    }
  };
  attempt(() =>
    throwFirst(unknownNames(model, sources.unread, target), (makeError) => makeError()),
  );
  const project = mergePatch({ description: model.description }, target.project ?? {});
  const description = isObject(project) ? project.description : undefined;
  const entities: ProjectModel['entities'] = { volume: [], job: [], app: [], pipeline: [] };
  const yieldToEventLoop = eventLoopYielder();
  for (const kind of KINDS) {
    for (const entity of model.entities[kind]) {
      const source = sources.entities.get(entity);
      if (!source || target.patchOf(PART_OF[kind], entity.key) === null) continue;
      await yieldToEventLoop();
      const patched = attempt(() => patchedEntity(kind, entity, source, target));
      entities[kind].push(patched ?? entity);
    }
  }
  return {
    ...model,
    description: typeof description === 'string' ? description : undefined,
    protect: [...(model.protect ?? []), ...target.protect],
    variables: attempt(() => patchedVariables(model, sources, target)) ?? model.variables,
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
