import { graphProblem } from '../../resources/pipeline/graph';
import type { FileShape } from '../../resources/entityFields';
import { ownValue } from '../../text/names';
import type { JsonPath } from '../../text/strictJson';
import { excerpt } from '../../text/text';
import { fieldsOf, isObject, textOf, valueAt } from '../../text/values';
import type { EntityKind, FileEntry } from '../tree';
import { GRANTS, withExplicitSchedule } from '../kinds';
import type { GrantKind } from '../kinds/definition';
import { canonicalGraph, toPipelineGraph, type Graph } from '../kinds/graph';
import { GRAPH } from '../kinds/pipeline';
import { readVariables } from '../kinds/variable';
import type { Problem, Problems } from './problems';
import type { SettingsFile } from './readJson';
import { shapeProblems, SHAPES_BY_KIND, VARIABLES, type ShapeProblem } from './shapes';
import { compareTexts, isMissing, withoutEmpty } from './stableJson';

/** Reads the file of a volume, job, app or pipeline. @returns undefined if it cannot be used, which is added to the problems */
export function readEntity(
  file: SettingsFile,
  kind: EntityKind,
  problems: Problems,
): FileEntry | undefined {
  const { path, lineOf } = file;
  if (!hasShape(file, SHAPES_BY_KIND[kind], problems)) return undefined;
  const { variables, ...settings } = fieldsOf(file.value);
  const { isScheduled, cronScheduling } = settings;
  if (isScheduled === true && isMissing(cronScheduling)) {
    const what = 'has a schedule without a cron expression';
    const advice = 'Add "cronScheduling", or set "isScheduled" to false.';
    const line = lineOf(['isScheduled']);
    return problems.add({ path, what, advice, line, field: 'isScheduled' });
  }
  const graph = readGraph(valueAt(settings, GRAPH));
  if (typeof graph === 'string') {
    const what = `has an invalid graph: ${graph}`;
    return problems.add({ path, what, advice: `Fix "${GRAPH}".` });
  }
  // Platforms trim names: with blanks, the entity would not be found again.
  const name = String(settings.name).trim();
  const fileName = path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
  return {
    kind,
    key: kind === 'volume' ? name : (textOf(settings.alias) ?? fileName),
    name,
    doc: {
      ...withExplicitSchedule(kind, settings),
      ...(graph && { version: { ...(settings.version as object), graph } }),
    },
    variables: readVariables(file, variables ?? [], ['variables'], problems),
    file: path,
  };
}

export function readVariablesFile(file: SettingsFile, problems: Problems): FileEntry[] {
  if (!hasShape(file, VARIABLES, problems)) return [];
  const variables = readVariables(file, file.value ?? [], [], problems);
  return variables.map((variable) => ({ ...variable, file: file.path }));
}

/** Reads rights.json or technologies.json. */
export function readGrants(kind: GrantKind, file: SettingsFile, problems: Problems): FileEntry[] {
  const { shape, fromFile } = GRANTS[kind];
  if (!hasShape(file, shape, problems)) return [];
  return fromFile(file, problems)
    .map((grant) => ({ ...grant, file: file.path }))
    .sort((one, other) => compareTexts(one.name, other.name));
}

/** Adds unknown names and values of other types to the problems. */
export function hasShape(file: SettingsFile, shape: FileShape, problems: Problems): boolean {
  const { path, value } = file;
  const isObjectShape = typeof shape === 'object' && ('fields' in shape || 'mapOf' in shape);
  if (isObjectShape && !isObject(value)) {
    const advice = 'It must be an object, for example {}.';
    problems.add({ path, what: 'contains no object', advice, line: 1 });
    return false;
  }
  const before = problems.count;
  for (const problem of shapeProblems(value, shape)) problems.add(() => inFile(file, problem));
  return problems.count === before;
}

function inFile(
  { path, value, lineOf }: SettingsFile,
  { at, what, hasNoPlace, advice }: ShapeProblem,
): Problem {
  const line = lineOf(at);
  if (hasNoPlace) return { path, what, advice, line };
  if (at.length === 0) return { path, what: 'cannot be used', advice, line };
  const field = readablePath(value, at);
  return { path, what: `${what} "${excerpt(field, [], 200)}"`, advice, line, field };
}

/** Returns a path such as `variables.TOKEN.isPassword`: an entry of a list by its name, if it has one. */
function readablePath(value: unknown, at: JsonPath): string {
  let here = value;
  const names = at.map((step) => {
    here = Array.isArray(here) ? (here[Number(step)] as unknown) : fieldOf(here, String(step));
    const name = typeof step === 'number' ? fieldOf(here, 'name') : undefined;
    return typeof name === 'string' && name !== '' ? name : step;
  });
  return names.join('.');
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? ownValue(value, name) : undefined;
}

/** @returns what is wrong with the graph, or undefined if there is none */
function readGraph(json: unknown): Graph | string | undefined {
  if (!isObject(json)) return undefined;
  const { jobs = [], conditions = [] } = fieldsOf(withoutEmpty(json)) as Partial<Graph>;
  const graph = { jobs, conditions };
  return graphProblem(toPipelineGraph(graph, String, String)) ?? canonicalGraph(graph);
}
