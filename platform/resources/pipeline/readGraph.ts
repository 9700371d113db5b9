import { randomUUID } from 'node:crypto';
import type { GraphQLInputObjectType } from 'graphql';
import { InvalidInputError, PlatformError } from '../../common/errors/errors';
import { hasInputPath, requireInputObject } from '../../graphql/call/inputObject';
import { isUuid } from '../../common/input/identifiers';
import { parseUserJson } from '../../common/input/userJson';
import { cleanName } from '../../common/text/text';
import { findGraphProblem, type Condition, type PipelineGraph } from './graph';
import type { GraphJob } from '../job/list';
import { without } from '../../common/text/names';
import { toObject, isObject } from '../../common/text/values';

/** @param given IDs or aliases: a list, its JSON text, or text with commas between them */
export function buildRowGraph(given: unknown, jobs: readonly GraphJob[]): PipelineGraph {
  const named = readList(given);
  const nodes = named.map((job) => ({ id: randomUUID(), job }));
  const jobNodes = nodes.map(({ id, job }, index) => ({
    id,
    job,
    nextNodes: nodes.slice(index + 1, index + 2).map((next) => next.id),
  }));
  return readPipelineGraph({ jobNodes }, jobs);
}

/**
 * Reads a graph in the format of users and of "Get". Nodes have any IDs, a job is named by its ID or alias, and the default
 * condition is `AllSuccess`.
 * @param jobs jobs of the project
 * @throws InvalidInputError if the graph would be refused, or could never run to its end
 */
export function readPipelineGraph(given: unknown, jobs: readonly GraphJob[]): PipelineGraph {
  const written = parseGraph(given);
  const unknown = Object.keys(written).filter((key) => !PARTS.includes(key));
  if (unknown.length > 0) throw unusable(`it has "${cleanName(unknown.join(', '))}"`, FORM);
  const graph: PipelineGraph = {
    jobNodes: nodesIn(written, 'jobNodes').map((node) => ({
      ...without(node, 'job'),
      id: readId(node),
      jobId: findJobId(node, jobs),
      nextNodes: readNext(node.nextNodes),
    })),
    conditionNodes: nodesIn(written, 'conditionNodes').map((node) => ({
      ...node,
      id: readId(node),
      condition: readCondition(node),
      nextNodesSuccess: readNext(node.nextNodesSuccess),
      nextNodesFailure: readNext(node.nextNodesFailure),
    })),
  };
  const problem = findGraphProblem(graph);
  if (problem !== undefined) throw unusable(problem, 'Fix it in "Graph".');
  return withUuids(graph);
}

const DEFAULT_STATUS = 'AllSuccess';

/**
 * @param type input object of a graph
 * @throws PlatformError if the platform does not have a condition
 */
export function toGraphInput(
  type: GraphQLInputObjectType,
  { jobNodes, conditionNodes }: PipelineGraph,
): Record<string, unknown> {
  const hasConditions = hasInputPath(type, 'conditionNodes.condition');
  return {
    jobNodes: jobNodes.map(({ jobId, ...node }) => ({ ...node, job: { id: jobId } })),
    conditionNodes: conditionNodes.map(({ condition, ...node }) => ({
      ...node,
      ...(condition && toConditionInput(condition, hasConditions)),
    })),
  };
}

/** Older platforms have no conditions: a node always waits for the success of those before it. */
function toConditionInput(condition: Condition, hasConditions: boolean): Record<string, unknown> {
  const status = 'status' in condition ? condition.status : undefined;
  if (hasConditions) {
    return {
      condition: status === undefined ? { custom: condition } : { status: { value: status } },
    };
  }
  if (status === DEFAULT_STATUS) return {};
  throw new PlatformError(`This platform cannot use a condition other than ${DEFAULT_STATUS}`, {
    hint: `Set each condition in "Graph" to ${DEFAULT_STATUS}. Nothing was sent.`,
    code: 'NOT_SUPPORTED',
  });
}

/** Platforms without graphs have rows of jobs. @throws PlatformError if the graph is not a row */
export function toVersionInput(
  type: GraphQLInputObjectType,
  graph: PipelineGraph,
): Record<string, unknown> {
  return hasInputPath(type, 'graph')
    ? { graph: toGraphInput(requireInputObject(type, 'graph'), graph) }
    : { jobsId: toRow(graph) };
}

/** Returns the IDs of the jobs in their order. @throws PlatformError if the graph is not a row */
export function toRow({ jobNodes, conditionNodes }: PipelineGraph): string[] {
  const nodes = new Map(jobNodes.map((node) => [node.id, node]));
  const followers = new Set(jobNodes.flatMap(({ nextNodes }) => nextNodes));
  const row: string[] = [];
  let [node, ...others] = jobNodes.filter(({ id }) => !followers.has(id));
  while (node && others.length === 0 && row.length <= nodes.size) {
    row.push(node.jobId);
    const next = node.nextNodes.map((id) => nodes.get(id)).filter((found) => found !== undefined);
    [node, ...others] = next;
  }
  if (conditionNodes.length === 0 && row.length === nodes.size) return row;
  throw new PlatformError(
    'This platform cannot use graphs: the jobs of a pipeline run one after the other',
    {
      hint: 'Set "Jobs" to "One After the Other". Nothing was sent.',
      code: 'NOT_SUPPORTED',
    },
  );
}

const PARTS = ['jobNodes', 'conditionNodes'];
const FORM =
  'A graph is a JSON object like { "jobNodes": [{ "id": "1", "job": "extract", "nextNodes": ["2"] }, { "id": "2", "job": "load" }] }.';

type Written = Record<string, unknown>;

function parseGraph(given: unknown): Written {
  const value = typeof given === 'string' ? parseUserJson(given, 'Graph') : given;
  if (value === undefined) throw unusable('it is not JSON', FORM);
  if (isObject(value)) return value;
  throw unusable('it is not a JSON object', FORM);
}

function nodesIn(graph: Written, part: string): Written[] {
  const nodes = new Map(Object.entries(graph)).get(part) ?? [];
  if (Array.isArray(nodes) && nodes.every(isObject)) return nodes;
  throw unusable(`"${part}" is not a list of nodes`, FORM);
}

function readId({ id }: Written): string {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
  if (text !== '') return text;
  throw unusable('a node has no "id"', FORM);
}

function findJobId(node: Written, jobs: readonly GraphJob[]): string {
  const { job = node.jobId } = node;
  const named = isObject(job) ? (job.id ?? job.alias) : job;
  const text = typeof named === 'string' ? named.trim() : '';
  if (text === '') throw unusable(`the node "${cleanName(readId(node))}" has no job`, FORM);
  const found =
    jobs.find(({ id }) => id.toLowerCase() === text.toLowerCase()) ??
    jobs.find(({ alias }) => alias === text);
  if (found) return found.id;
  throw unusable(
    `the project has no job "${cleanName(text)}"`,
    'Use the ID or the alias of a job in the pipeline’s project.',
  );
}

function readNext(given: unknown = []): string[] {
  return [given ?? []].flat().map(String);
}

/** Accepts a single value, and the formats of the platform's inputs and responses. */
function readCondition({ id, condition }: Written): Condition {
  if (condition === undefined || condition === null) return { status: DEFAULT_STATUS };
  if (typeof condition === 'string' && condition.trim() !== '') return { status: condition.trim() };
  if (isObject(condition)) {
    const value = toObject(condition.status).value ?? condition.status ?? condition.value;
    const expression = toObject(condition.custom).expression ?? condition.expression;
    if (typeof value === 'string' && expression == null) return { status: value };
    if (typeof expression === 'string' && value == null) return { expression };
  }
  throw unusable(
    `the condition of the node "${cleanName(id)}" is neither a status nor an expression`,
    'Write "AllSuccess", "AllSuccessOrSkipped", "AtLeastOneSuccess", or { "expression": "…" }.',
  );
}

function readList(given: unknown): unknown[] {
  if (Array.isArray(given)) return given;
  if (typeof given !== 'string') return given === undefined || given === null ? [] : [given];
  const text = given.trim();
  if (!text.startsWith('[')) return text.split(/[\s,;]+/).filter(Boolean);
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    throw new InvalidInputError(
      'The list of jobs is not JSON',
      'Enter IDs or aliases separated by commas, or a JSON array.',
    );
  }
}

/** Platforms accept only UUIDs for the IDs of nodes. */
function withUuids(graph: PipelineGraph): PipelineGraph {
  const uuids = new Map(
    [...graph.jobNodes, ...graph.conditionNodes].map(({ id }) => [
      id,
      isUuid(id) ? id : randomUUID(),
    ]),
  );
  const renamed = (id: string) => uuids.get(id) ?? id;
  return {
    jobNodes: graph.jobNodes.map((node) => ({
      ...node,
      id: renamed(node.id),
      nextNodes: node.nextNodes.map(renamed),
    })),
    conditionNodes: graph.conditionNodes.map((node) => ({
      ...node,
      id: renamed(node.id),
      nextNodesSuccess: node.nextNodesSuccess.map(renamed),
      nextNodesFailure: node.nextNodesFailure.map(renamed),
    })),
  };
}

function unusable(problem: string, hint: string): InvalidInputError {
  return new InvalidInputError(`The graph is not valid: ${problem}`, `${hint} Nothing was sent.`);
}
