import { InvalidInputError } from '../errors';
import { graphProblem } from '../projects/graphProblem';
import type { PipelineGraph } from '../projects/graphShape';
import { isObject } from '../projects/entities';
import { excerpt } from '../text';
import { FIELDS, valueAt, withScheduleSaid, type FieldOfEntity } from './fields';
import { canonicalGraph, type ConditionNode, type Graph, type JobNode } from './graph';
import type { EntityFile, EntityKind, VariableFile } from './model';
import { compareTexts } from './stableJson';

/** @throws InvalidInputError naming the file and what is wrong with it */
export function readEntityFile(
  path: string,
  kind: EntityKind,
  json: unknown,
): EntityFile & { variables: VariableFile[] } {
  if (!isObject(json)) throw wrongFile(path, 'holds no object', 'Export the project again.');
  const fields = FIELDS[kind];
  requireKnownNames(path, json, '', fields);
  if (isObject(json.version)) requireKnownNames(path, json.version, 'version.', fields);
  for (const field of fields) requireType(path, json, field);
  if (typeof json.name !== 'string' || json.name.trim() === '') {
    throw wrongFile(path, 'has no "name"', 'Give it one.');
  }
  if (json.alias === '') throw wrongFile(path, 'has an empty "alias"', 'Leave it out, or fill it.');
  requireTechnology(path, json.technology);
  const graph = valueAt(json, 'version.graph');
  return {
    ...withScheduleSaid(kind, json),
    ...(graph !== undefined && {
      version: { ...(json.version as object), graph: readGraph(path, graph) },
    }),
    variables: readVariableFiles(path, json.variables ?? []),
  };
}

/** @throws InvalidInputError */
export function readVariableFiles(path: string, json: unknown): VariableFile[] {
  if (!Array.isArray(json)) throw wrongFile(path, 'holds no list of variables', 'It is a list.');
  const variables = json.map((entry): VariableFile => {
    const name = isObject(entry) ? entry.name : undefined;
    if (!isObject(entry) || typeof name !== 'string' || name === '') {
      throw wrongFile(path, 'has a variable without a "name"', 'Give each variable a name.');
    }
    const { value, description, isPassword } = entry;
    for (const text of [value, description]) {
      if (text === undefined || text === null || typeof text === 'string') continue;
      const hint = 'Write values and descriptions as texts, in quotes.';
      throw wrongFile(path, `has a variable "${excerpt(name)}" that is no text`, hint);
    }
    return {
      name,
      ...(typeof description === 'string' && description !== '' && { description }),
      ...(isPassword === true ? { isPassword } : typeof value === 'string' && { value }),
    };
  });
  const names = variables.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    const hint = 'Leave one of them.';
    throw wrongFile(path, `has two variables of the name "${excerpt(twice)}"`, hint);
  }
  return variables.sort((one, other) => compareTexts(one.name, other.name));
}

export function wrongFile(path: string, what: string, hint: string): InvalidInputError {
  return new InvalidInputError(`The file ${excerpt(path)} ${what}`, `${hint} Nothing was sent.`);
}

const BESIDE_FIELDS = ['technology', 'variables', 'version'];

function requireKnownNames(
  path: string,
  json: Record<string, unknown>,
  prefix: string,
  fields: readonly FieldOfEntity[],
): void {
  const known = fields.map((field) => field.path);
  const unknown = Object.keys(json).find(
    (name) => !known.includes(prefix + name) && !(prefix === '' && BESIDE_FIELDS.includes(name)),
  );
  if (unknown === undefined) return;
  throw wrongFile(
    path,
    `has a field "${excerpt(prefix + unknown)}" that is not known`,
    `Known are: ${known.join(', ')}.`,
  );
}

const IS_OF_TYPE: Record<FieldOfEntity['type'], (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  object: isObject,
  list: (value) => Array.isArray(value) && value.every(isObject),
};

const WORDS: Record<FieldOfEntity['type'], string> = {
  text: 'a text in quotes',
  flag: 'true or false',
  object: 'an object',
  list: 'a list of objects',
};

function requireType(path: string, json: unknown, { path: name, type }: FieldOfEntity): void {
  const value = valueAt(json, name);
  if (value === undefined || value === null || IS_OF_TYPE[type](value)) return;
  throw wrongFile(path, `has a "${name}" that cannot be used`, `It is ${WORDS[type]}.`);
}

function requireTechnology(path: string, technology: unknown): void {
  if (technology === undefined || technology === null) return;
  if (isObject(technology) && typeof technology.label === 'string') return;
  const hint = 'It is an object with a "label", and a "repository" where several have the label.';
  throw wrongFile(path, 'has a "technology" that cannot be used', hint);
}

function readGraph(path: string, json: unknown): Graph {
  const { jobs = [], conditions = [] } = json as Record<string, unknown>;
  const isList = (value: unknown) => Array.isArray(value) && value.every(isNode);
  const areJobs = isList(jobs) && (jobs as JobNode[]).every(({ job }) => typeof job === 'string');
  if (!areJobs || !isList(conditions)) {
    const hint =
      'It has a list "jobs" of objects with "node" and "job", and may have a list "conditions" of objects with "node" and "condition".';
    throw wrongFile(path, 'has a "version.graph" that cannot be used', hint);
  }
  const graph = { jobs: jobs as JobNode[], conditions: conditions as ConditionNode[] };
  const problem = graph.jobs.length === 0 ? undefined : graphProblem(shapeOf(graph));
  if (problem !== undefined) {
    throw wrongFile(path, `has a graph that cannot run: ${problem}`, 'Correct "version.graph".');
  }
  return canonicalGraph(graph);
}

function shapeOf({ jobs, conditions = [] }: Graph): PipelineGraph {
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
  const areWays = [next, success, failure].every(
    (ways) => Array.isArray(ways) && ways.every((way) => typeof way === 'string'),
  );
  const isPlaced =
    position === undefined ||
    (isObject(position) && typeof position.x === 'number' && typeof position.y === 'number');
  const isCondition =
    condition === undefined ||
    typeof condition === 'string' ||
    (isObject(condition) && typeof condition.expression === 'string');
  return areWays && isPlaced && isCondition;
}
