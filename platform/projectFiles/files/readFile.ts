import { InvalidInputError } from '../../errors/errors';
import { graphProblem } from '../../projects/pipeline/graphProblem';
import type { PipelineGraph } from '../../projects/pipeline/graphShape';
import { ownValue } from '../../text/names';
import { isObject, valueAt } from '../../text/values';
import type { JsonPath, StrictJson } from '../../text/strictJson';
import { excerpt } from '../../text/text';
import { withExplicitSchedule } from './fields';
import { canonicalGraph, type ConditionNode, type Graph, type JobNode } from './graph';
import type { EntityFile, EntityKind, VariableFile } from './model';
import { wrongValues } from './valueRules';
import type { FileShape } from '../../projects/shared/entityFields';
import { shapeProblems, shapeOf, VARIABLES, type ShapeProblem } from './shapes';
import { compareTexts } from './stableJson';

/** So many problems are reported with their places; of more, the number. */
export const MAX_PROBLEMS = 100;

/** What is wrong with a file, and where. */
export class WrongFileError extends InvalidInputError {
  constructor(
    readonly path: string,
    /** Without the file's name, as `has no "name"`. */
    readonly what: string,
    /** What to do. */
    readonly advice: string,
    readonly line?: number,
    /** The dotted path of the field, where it is one. */
    readonly field?: string,
    /** What else is wrong with it, up to a bound. */
    readonly others: readonly WrongFileError[] = [],
    /** How much more there is. */
    readonly more = 0,
  ) {
    const place = line === undefined ? '' : `, line ${line},`;
    const whole = `${advice} Nothing was sent.`;
    super(`The file ${excerpt(path)}${place} ${what}`, whole);
  }
}

/** What becomes of what is wrong with a file. */
export type Report = (error: InvalidInputError, path: string) => void;

/** A file of settings. */
export interface SettingsFile extends StrictJson {
  path: string;
}

/** @throws InvalidInputError naming the file, the line and what is wrong with it */
export function readEntityFile(
  file: SettingsFile,
  kind: EntityKind,
): EntityFile & { variables: VariableFile[] } {
  const { path, value: json } = file;
  if (!isObject(json)) throw wrongFile(path, 'contains no object', 'Export the project again.');
  requireShape(file, shapeOf(kind));
  if (typeof json.name !== 'string' || json.name.trim() === '') {
    throw wrongFile(path, 'has no "name"', 'Add one.', 1, 'name');
  }
  if (json.alias === '') throw wrongFile(path, 'has an empty "alias"', 'Remove it, or fill it in.');
  requireTechnology(path, json.technology);
  requireValues(file);
  const graph = valueAt(json, 'version.graph');
  return {
    ...withExplicitSchedule(kind, json),
    ...(isObject(graph) && {
      version: { ...(json.version as object), graph: readGraph(path, graph) },
    }),
    variables: readVariables(file, json.variables ?? [], ['variables']),
  };
}

/** @throws InvalidInputError */
export function readVariablesFile(file: SettingsFile | undefined): VariableFile[] {
  if (!file) return [];
  requireShape(file, VARIABLES);
  return readVariables(file, file.value ?? [], []);
}

/** It would be ignored, and stay in Git for whoever reads it. */
const SECRET_IN_FILE =
  'Remove the value, and set it in the option "Variables". Change the password if others could read the file.';

function readVariables(file: SettingsFile, json: unknown, place: JsonPath): VariableFile[] {
  const wrong = (index: number, what: string, hint: string) =>
    wrongFile(file.path, what, hint, file.lineOf([...place, index]));
  const seen = new Set<string>();
  const variables = (json as unknown[]).map((entry, index): VariableFile => {
    const name = isObject(entry) ? entry.name : undefined;
    if (!isObject(entry) || typeof name !== 'string' || name === '') {
      throw wrong(index, 'has a variable without a "name"', 'Add a name to each variable.');
    }
    if (seen.has(name)) {
      throw wrong(
        index,
        `has two variables with the name "${excerpt(name)}"`,
        'Keep only one of them.',
      );
    }
    seen.add(name);
    const { value, description, isPassword } = entry;
    if (isPassword === true && typeof value === 'string' && value !== '') {
      throw wrong(index, `has a value for the password "${excerpt(name)}"`, SECRET_IN_FILE);
    }
    return {
      name,
      ...(typeof description === 'string' && description !== '' && { description }),
      ...(isPassword === true ? { isPassword } : typeof value === 'string' && { value }),
    };
  });
  return variables.sort((one, other) => compareTexts(one.name, other.name));
}

/** @throws InvalidInputError naming the first name that is not known, or value of another type, by its line */
export function requireShape(file: SettingsFile, shape: FileShape): void {
  const errors: WrongFileError[] = [];
  let more = 0;
  for (const problem of shapeProblems(file.value, shape)) {
    if (errors.length < MAX_PROBLEMS) errors.push(shapeError(file, problem));
    else more++;
  }
  throwFirst(errors, more);
}

/** @throws WrongFileError the first, which holds the others */
function throwFirst([first, ...others]: readonly WrongFileError[], more = 0): void {
  if (!first) return;
  const { path, what, advice, line, field } = first;
  throw new WrongFileError(path, what, advice, line, field, others, more);
}

function shapeError(file: SettingsFile, { at, known, expected }: ShapeProblem): WrongFileError {
  const line = file.lineOf(at);
  const field = shownPath(file.value, at);
  const name = `"${excerpt(field, [], 200)}"`;
  if (known) {
    const advice = `Known fields: ${known.join(', ')}.`;
    return new WrongFileError(file.path, `has an unknown field ${name}`, advice, line, field);
  }
  const what = at.length > 0 ? `has an invalid ${name}` : 'cannot be used';
  return new WrongFileError(file.path, what, `It is ${expected}.`, line, field);
}

/** As `variables.TOKEN.isPassword`: an entry of a list by its name, where it has one. */
function shownPath(value: unknown, at: JsonPath): string {
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

export function wrongFile(
  path: string,
  what: string,
  hint: string,
  line?: number,
  field?: string,
): WrongFileError {
  return new WrongFileError(path, what, hint, line, field);
}

/** @throws WrongFileError for the first value that no platform takes */
function requireValues(file: SettingsFile): void {
  const { path, value, lineOf } = file;
  throwFirst(
    wrongValues(value).map(({ field, what, hint }) =>
      wrongFile(path, what, hint, lineOf(field.split('.')), field),
    ),
  );
}

function requireTechnology(path: string, technology: unknown): void {
  if (technology === undefined || technology === null) return;
  if (isObject(technology) && typeof technology.label === 'string') return;
  const hint =
    'It must be an object with a "label", and a "repository" if several have this label.';
  throw wrongFile(path, 'has an invalid "technology"', hint);
}

function readGraph(path: string, json: unknown): Graph {
  const { jobs = [], conditions = [] } = json as Record<string, unknown>;
  const isList = (value: unknown) => Array.isArray(value) && value.every(isNode);
  const areJobs = isList(jobs) && (jobs as JobNode[]).every(({ job }) => typeof job === 'string');
  if (!areJobs || !isList(conditions)) {
    const hint =
      'It needs an array "jobs" of objects with "node" and "job". It may have an array "conditions" of objects with "node" and "condition".';
    throw wrongFile(path, 'has an invalid "version.graph"', hint);
  }
  const graph = { jobs: jobs as JobNode[], conditions: conditions as ConditionNode[] };
  const problem = graph.jobs.length === 0 ? undefined : graphProblem(asPipelineGraph(graph));
  if (problem !== undefined) {
    throw wrongFile(path, `has an invalid graph: ${problem}`, 'Fix "version.graph".');
  }
  return canonicalGraph(graph);
}

function asPipelineGraph({ jobs, conditions = [] }: Graph): PipelineGraph {
  return {
    jobNodes: jobs.map(({ node, job, next = [] }) => ({ id: node, jobId: job, nextNodes: next })),
    conditionNodes: conditions.map(({ node, success = [], failure = [] }) => ({
      id: node,
      condition: { status: '' },
      nextNodesSuccess: success,
      nextNodesFailure: failure,
    })),
  };
}

function isNode(value: unknown): boolean {
  if (!isObject(value) || typeof value.node !== 'string') return false;
  const { next = [], success = [], failure = [], position, condition } = value;
  const areEdges = [next, success, failure].every(
    (names) => Array.isArray(names) && names.every((name) => typeof name === 'string'),
  );
  const isPlaced =
    position === undefined ||
    (isObject(position) && typeof position.x === 'number' && typeof position.y === 'number');
  const isCondition =
    condition === undefined ||
    typeof condition === 'string' ||
    (isObject(condition) && typeof condition.expression === 'string');
  return areEdges && isPlaced && isCondition;
}
