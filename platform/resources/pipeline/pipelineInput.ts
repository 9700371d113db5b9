import type { GraphQLInputObjectType } from 'graphql';
import { PlatformError } from '../../errors/errors';
import { hasInputPath } from '../../graphql/call/inputObject';
import type { PipelineGraph } from './graphShape';
import { graphInput } from './pipelineGraph';

/** What can be set of a pipeline; null empties. */
export interface PipelineSettings {
  name?: string;
  alias?: string | null;
  description?: string | null;
  isScheduled?: boolean;
  /** Five fields, as in `0 6 * * 1-5`. */
  cronScheduling?: string | null;
  scheduleTimezone?: string | null;
  hasExecutionVariablesEnabled?: boolean;
  /** An object, or JSON text of one. */
  alerting?: unknown;
}

/** What can be told of a version besides its graph. */
export interface PipelineVersionNotes {
  releaseNote?: string;
  sourceUrl?: string;
}

/** On platforms without graphs, pipelines are rows of jobs. @throws PlatformError for a graph that is none */
export function graphValue(
  type: GraphQLInputObjectType,
  graph: PipelineGraph,
): Record<string, unknown> {
  return hasInputPath(type, 'graph') ? { graph: graphInput(graph) } : { jobsId: rowOf(graph) };
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
      reach: 'never',
      code: 'NOT_SUPPORTED',
    },
  );
}

/** An alias for a pipeline that is given none, as the platform makes one of a name. @param taken those of the project */
export function aliasFor(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .match(/[a-z0-9]+/gi) ?? ['pipeline'];
  const alias = words.join('_');
  if (!taken.has(alias)) return alias;
  let number = 2;
  while (taken.has(`${alias}_${number}`)) number++;
  return `${alias}_${number}`;
}
