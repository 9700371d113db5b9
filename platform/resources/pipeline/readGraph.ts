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

/**
 * Builds the graph of jobs that run one after the other.
 * @param written IDs or aliases: a list, its JSON text, or text with commas or blanks between them
 * @param jobs jobs of the project
 */
export function buildSequenceGraph(written: unknown, jobs: readonly GraphJob[]): PipelineGraph {
  const nodes = readJobIdsOrAliases(written).map((job) => ({ id: randomUUID(), job }));
  const jobNodes = nodes.map(({ id, job }, index) => ({
    id,
    job,
    nextNodes: nodes.slice(index + 1, index + 2).map((next) => next.id),
  }));
  return readPipelineGraph({ jobNodes }, jobs);
}

/**
 * Reads a graph in the format that users write or that "Get" returns. Nodes may have any IDs, and jobs are named by ID or alias.
 * The default condition is `AllSuccess`.
 * @param jobs jobs of the project
 * @throws InvalidInputError if the platform would refuse the graph, or a run could never end
 */
export function readPipelineGraph(input: unknown, jobs: readonly GraphJob[]): PipelineGraph {
  const written = parseGraph(input);
  const unknownField = Object.keys(written).find((key) => !GRAPH_FIELDS.includes(key));
  if (unknownField !== undefined) {
    throw invalidGraphError(`it has the unknown field "${cleanName(unknownField)}"`, GRAPH_FORMAT);
  }
  const graph: PipelineGraph = {
    jobNodes: readGraphNodes(written, 'jobNodes').map((node) => ({
      ...without(node, 'job'),
      id: readNodeId(node),
      jobId: findJobId(node, jobs),
      nextNodes: readNextIds(node.nextNodes),
    })),
    conditionNodes: readGraphNodes(written, 'conditionNodes').map((node) => ({
      ...node,
      id: readNodeId(node),
      condition: readCondition(node),
      nextNodesSuccess: readNextIds(node.nextNodesSuccess),
      nextNodesFailure: readNextIds(node.nextNodesFailure),
    })),
  };
  const problem = findGraphProblem(graph);
  if (problem !== undefined) throw invalidGraphError(problem, 'Correct the graph in "Graph".');
  return replaceIdsWithUuids(graph);
}

const DEFAULT_STATUS = 'AllSuccess';

/**
 * @param type input object of a graph
 * @throws PlatformError if the platform does not support a condition of the graph
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

/** On older platforms without conditions, a node always waits for the success of all preceding nodes. */
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

/** Returns `graph`, or `jobsId` on a platform without graphs. @throws PlatformError if `jobsId` cannot express the graph */
export function toGraphField(
  type: GraphQLInputObjectType,
  graph: PipelineGraph,
): Record<string, unknown> {
  return hasInputPath(type, 'graph')
    ? { graph: toGraphInput(requireInputObject(type, 'graph'), graph) }
    : { jobsId: toJobSequence(graph) };
}

/** Returns the IDs of the jobs in their order. @throws PlatformError if the jobs do not run one after the other */
export function toJobSequence({ jobNodes, conditionNodes }: PipelineGraph): string[] {
  const nodes = new Map(jobNodes.map((node) => [node.id, node]));
  const nextIds = new Set(jobNodes.flatMap(({ nextNodes }) => nextNodes));
  const jobIds: string[] = [];
  let [node, ...others] = jobNodes.filter(({ id }) => !nextIds.has(id));
  while (node && others.length === 0 && jobIds.length <= nodes.size) {
    jobIds.push(node.jobId);
    const nextNodes = node.nextNodes.map((id) => nodes.get(id));
    [node, ...others] = nextNodes.filter((nextNode) => nextNode !== undefined);
  }
  if (conditionNodes.length === 0 && jobIds.length === nodes.size) return jobIds;
  throw new PlatformError(
    'This platform does not support graphs: the jobs of a pipeline run one after the other',
    {
      hint: 'Set "Jobs" to "One After the Other". Nothing was sent.',
      code: 'NOT_SUPPORTED',
    },
  );
}

const GRAPH_FIELDS = ['jobNodes', 'conditionNodes'];
const GRAPH_FORMAT =
  'A graph is a JSON object such as { "jobNodes": [{ "id": "1", "job": "extract", "nextNodes": ["2"] }, { "id": "2", "job": "load" }] }.';

type WrittenObject = Record<string, unknown>;

function parseGraph(input: unknown): WrittenObject {
  const value = typeof input === 'string' ? parseUserJson(input, 'Graph') : input;
  if (value === undefined) throw invalidGraphError('it is not JSON', GRAPH_FORMAT);
  if (isObject(value)) return value;
  throw invalidGraphError('it is not a JSON object', GRAPH_FORMAT);
}

function readGraphNodes(graph: WrittenObject, field: string): WrittenObject[] {
  const nodes = new Map(Object.entries(graph)).get(field) ?? [];
  if (Array.isArray(nodes) && nodes.every(isObject)) return nodes;
  throw invalidGraphError(`"${field}" is not a list of nodes`, GRAPH_FORMAT);
}

function readNodeId({ id }: WrittenObject): string {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
  if (text !== '') return text;
  throw invalidGraphError('a node has no "id"', GRAPH_FORMAT);
}

function findJobId(node: WrittenObject, jobs: readonly GraphJob[]): string {
  const { job = node.jobId } = node;
  const idOrAlias = isObject(job) ? (job.id ?? job.alias) : job;
  const text = typeof idOrAlias === 'string' ? idOrAlias.trim() : '';
  if (text === '')
    throw invalidGraphError(`the node "${cleanName(readNodeId(node))}" has no job`, GRAPH_FORMAT);
  const found =
    jobs.find(({ id }) => id.toLowerCase() === text.toLowerCase()) ??
    jobs.find(({ alias }) => alias === text);
  if (found) return found.id;
  throw invalidGraphError(
    `the project has no job "${cleanName(text)}"`,
    'Use the ID or the alias of a job in the pipeline’s project.',
  );
}

/** Accepts a list or a single ID. */
function readNextIds(ids: unknown = []): string[] {
  return [ids ?? []].flat().map(String);
}

/** Accepts a status as text, and the formats of the platform's inputs and responses. */
function readCondition({ id, condition }: WrittenObject): Condition {
  if (condition === undefined || condition === null) return { status: DEFAULT_STATUS };
  if (typeof condition === 'string' && condition.trim() !== '') return { status: condition.trim() };
  if (isObject(condition)) {
    const value = toObject(condition.status).value ?? condition.status ?? condition.value;
    const expression = toObject(condition.custom).expression ?? condition.expression;
    if (typeof value === 'string' && expression == null) return { status: value };
    if (typeof expression === 'string' && value == null) return { expression };
  }
  throw invalidGraphError(
    `the condition of the node "${cleanName(id)}" is neither a status nor an expression`,
    'Write "AllSuccess", "AllSuccessOrSkipped", "AtLeastOneSuccess", or { "expression": "…" }.',
  );
}

function readJobIdsOrAliases(written: unknown): unknown[] {
  if (Array.isArray(written)) return written;
  if (typeof written !== 'string') {
    return written === undefined || written === null ? [] : [written];
  }
  const text = written.trim();
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

/** Platforms accept only UUIDs as IDs of nodes. */
function replaceIdsWithUuids(graph: PipelineGraph): PipelineGraph {
  const uuids = new Map(
    [...graph.jobNodes, ...graph.conditionNodes].map(({ id }) => [
      id,
      isUuid(id) ? id : randomUUID(),
    ]),
  );
  const toUuid = (id: string) => uuids.get(id) ?? id;
  return {
    jobNodes: graph.jobNodes.map((node) => ({
      ...node,
      id: toUuid(node.id),
      nextNodes: node.nextNodes.map(toUuid),
    })),
    conditionNodes: graph.conditionNodes.map((node) => ({
      ...node,
      id: toUuid(node.id),
      nextNodesSuccess: node.nextNodesSuccess.map(toUuid),
      nextNodesFailure: node.nextNodesFailure.map(toUuid),
    })),
  };
}

function invalidGraphError(problem: string, hint: string): InvalidInputError {
  return new InvalidInputError(`The graph is not valid: ${problem}`, `${hint} Nothing was sent.`);
}
