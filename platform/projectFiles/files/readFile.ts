import { InvalidInputError } from '../../errors/errors';
import { graphProblem } from '../../resources/pipeline/graph';
import { ownValue } from '../../text/names';
import { fieldsOf, isObject, valueAt } from '../../text/values';
import type { JsonPath, StrictJson } from '../../text/strictJson';
import { excerpt } from '../../text/text';
import { withExplicitSchedule } from './fields';
import { canonicalGraph, toPipelineGraph, type Graph } from './graph';
import type { EntityFile, EntityKind, VariableFile } from './model';
import type { FileShape } from '../../resources/entityFields';
import { isMissing, shapeProblems, SHAPES_BY_KIND, VARIABLES, type ShapeProblem } from './shapes';
import { compareTexts, withoutEmpty } from './stableJson';

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
    /** The dotted path of the field, if it is one. */
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
  requireShape(file, SHAPES_BY_KIND[kind]);
  const { isScheduled, cronScheduling } = json;
  if (isScheduled === true && isMissing(cronScheduling)) {
    const hint = 'Add "cronScheduling", or set "isScheduled" to false.';
    const line = file.lineOf(['isScheduled']);
    throw wrongFile(path, 'has a schedule without a cron expression', hint, line, 'isScheduled');
  }
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

/** It would be ignored, and stay in Git for every reader. */
const SECRET_IN_FILE =
  'Remove the value, and set it in the option "Variables". Change the password if others could read the file.';

function readVariables(file: SettingsFile, json: unknown, place: JsonPath): VariableFile[] {
  const variables = (json as Array<Record<string, unknown>>).map((entry, index): VariableFile => {
    const { value, description, isPassword } = entry;
    const name = String(entry.name);
    if (isPassword === true && typeof value === 'string' && value !== '') {
      const what = `has a value for the password "${excerpt(name)}"`;
      throw wrongFile(file.path, what, SECRET_IN_FILE, file.lineOf([...place, index]));
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
  throwFirst(shapeProblems(file.value, shape), (problem) => shapeError(file, problem));
}

/** @throws WrongFileError the first, which holds the others */
export function throwFirst<Problem>(
  problems: Iterable<Problem>,
  errorOf: (problem: Problem) => WrongFileError,
): void {
  const errors: WrongFileError[] = [];
  let more = 0;
  for (const problem of problems) {
    if (errors.length < MAX_PROBLEMS) errors.push(errorOf(problem));
    else more++;
  }
  const [first, ...others] = errors;
  if (!first) return;
  const { path, what, advice, line, field } = first;
  throw new WrongFileError(path, what, advice, line, field, others, more);
}

function shapeError(
  file: SettingsFile,
  { at, what, hasNoPlace, advice }: ShapeProblem,
): WrongFileError {
  const line = file.lineOf(at);
  if (hasNoPlace) return new WrongFileError(file.path, what, advice, line);
  if (at.length === 0) return new WrongFileError(file.path, 'cannot be used', advice, line);
  const field = readablePath(file.value, at);
  return new WrongFileError(file.path, `${what} "${excerpt(field, [], 200)}"`, advice, line, field);
}

/** As `variables.TOKEN.isPassword`: an entry of a list by its name, if it has one. */
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

export function wrongFile(
  path: string,
  what: string,
  hint: string,
  line?: number,
  field?: string,
): WrongFileError {
  return new WrongFileError(path, what, hint, line, field);
}

function readGraph(path: string, json: unknown): Graph {
  const { jobs = [], conditions = [] } = fieldsOf(withoutEmpty(json)) as Partial<Graph>;
  const graph = { jobs, conditions };
  const same = (name: string) => name;
  const problem = graphProblem(toPipelineGraph(graph, same, same));
  if (problem !== undefined) {
    throw wrongFile(path, `has an invalid graph: ${problem}`, 'Fix "version.graph".');
  }
  return canonicalGraph(graph);
}
