import { randomUUID } from 'node:crypto';
import type { GraphQLInputObjectType } from 'graphql';
import { InvalidInputError, PlatformError } from '../../common/errors/errors';
import { hasInputPath, requireInputObject } from '../../graphql/call/inputObject';
import { isUuid } from '../../common/input/identifiers';
import { parseUserJson } from '../../common/input/userJson';
import { cleanName } from '../../common/text/text';
import { graphProblem, type Condition, type PipelineGraph } from './graph';
import type { GraphJob } from '../job/list';
import { without } from '../../common/text/names';
import { fieldsOf, isObject } from '../../common/text/values';

/** Jobs one after the other. @param given IDs or aliases: a list, JSON text of one, or text with commas between them */
export function graphOfRow(given: unknown, jobs: readonly GraphJob[]): PipelineGraph {
  const named = listOf(given);
  const nodes = named.map((job) => ({ id: randomUUID(), job }));
  const jobNodes = nodes.map(({ id, job }, index) => ({
    id,
    job,
    nextNodes: nodes.slice(index + 1, index + 2).map((next) => next.id),
  }));
  return readPipelineGraph({ jobNodes }, jobs);
}

/**
 * Reads a graph in the format of users and of "Get": nodes have any IDs, a job is named by its ID or alias, a condition may be left
 * out (`AllSuccess`).
 * @param jobs those of the project
 * @throws InvalidInputError naming the problem of a graph that would be refused, or could never run to its end
 */
export function readPipelineGraph(given: unknown, jobs: readonly GraphJob[]): PipelineGraph {
  const written = parsed(given);
  const unknown = Object.keys(written).filter((key) => !PARTS.includes(key));
  if (unknown.length > 0) throw unusable(`it has "${cleanName(unknown.join(', '))}"`, FORM);
  const graph: PipelineGraph = {
    jobNodes: nodesIn(written, 'jobNodes').map((node) => ({
      ...without(node, 'job'),
      id: idOf(node),
      jobId: jobOf(node, jobs),
      nextNodes: nextOf(node.nextNodes),
    })),
    conditionNodes: nodesIn(written, 'conditionNodes').map((node) => ({
      ...node,
      id: idOf(node),
      condition: conditionOf(node),
      nextNodesSuccess: nextOf(node.nextNodesSuccess),
      nextNodesFailure: nextOf(node.nextNodesFailure),
    })),
  };
  const problem = graphProblem(graph);
  if (problem !== undefined) throw unusable(problem, 'Fix it in "Graph".');
  return withUuids(graph);
}

const DEFAULT_STATUS = 'AllSuccess';

/**
 * Builds the graph as the platform's input objects take it.
 * @param type the input object of a graph
 * @throws PlatformError for a condition that the platform does not have
 */
export function graphInput(
  type: GraphQLInputObjectType,
  { jobNodes, conditionNodes }: PipelineGraph,
): Record<string, unknown> {
  const hasConditions = hasInputPath(type, 'conditionNodes.condition');
  return {
    jobNodes: jobNodes.map(({ jobId, ...node }) => ({ ...node, job: { id: jobId } })),
    conditionNodes: conditionNodes.map(({ condition, ...node }) => ({
      ...node,
      ...(condition && conditionInput(condition, hasConditions)),
    })),
  };
}

/** On older platforms, what follows a node waits for success, and no condition can be set. */
function conditionInput(condition: Condition, hasConditions: boolean): Record<string, unknown> {
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

/** On platforms without graphs, pipelines are rows of jobs. @throws PlatformError for a graph that is none */
export function graphValue(
  type: GraphQLInputObjectType,
  graph: PipelineGraph,
): Record<string, unknown> {
  return hasInputPath(type, 'graph')
    ? { graph: graphInput(requireInputObject(type, 'graph'), graph) }
    : { jobsId: rowOf(graph) };
}

/** The jobs of a graph that is a row. @throws PlatformError for any other one */
export function rowOf({ jobNodes, conditionNodes }: PipelineGraph): string[] {
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

function parsed(given: unknown): Written {
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

function idOf({ id }: Written): string {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
  if (text !== '') return text;
  throw unusable('a node has no "id"', FORM);
}

function jobOf(node: Written, jobs: readonly GraphJob[]): string {
  const { job = node.jobId } = node;
  const named = isObject(job) ? (job.id ?? job.alias) : job;
  const text = typeof named === 'string' ? named.trim() : '';
  if (text === '') throw unusable(`the node "${cleanName(idOf(node))}" has no job`, FORM);
  const found =
    jobs.find(({ id }) => id.toLowerCase() === text.toLowerCase()) ??
    jobs.find(({ alias }) => alias === text);
  if (found) return found.id;
  throw unusable(
    `the project has no job "${cleanName(text)}"`,
    'Use the ID or the alias of a job in the pipeline’s project.',
  );
}

function nextOf(given: unknown = []): string[] {
  return [given ?? []].flat().map(String);
}

/** In any format: as a single value, as the platform's input objects have it, or as the platform returns it. */
function conditionOf({ id, condition }: Written): Condition {
  if (condition === undefined || condition === null) return { status: DEFAULT_STATUS };
  if (typeof condition === 'string' && condition.trim() !== '') return { status: condition.trim() };
  if (isObject(condition)) {
    const value = fieldsOf(condition.status).value ?? condition.status ?? condition.value;
    const expression = fieldsOf(condition.custom).expression ?? condition.expression;
    if (typeof value === 'string' && expression == null) return { status: value };
    if (typeof expression === 'string' && value == null) return { expression };
  }
  throw unusable(
    `the condition of the node "${cleanName(id)}" is neither a status nor an expression`,
    'Write "AllSuccess", "AllSuccessOrSkipped", "AtLeastOneSuccess", or { "expression": "…" }.',
  );
}

function listOf(given: unknown): unknown[] {
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

/** Platforms take nothing else for the ID of a node. */
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
