import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readProjectId } from '../../input/identifiers';
import { without } from '../../text/names';
import { requireName } from '../changes';
import { listGraphJobs, type GraphJob } from '../job/list';
import { type PipelineGraph, isSameGraph } from './graph';
import type { Settings } from '../resource';
import type { PreparedChange } from '../entities';
import {
  prepareAddPipelineVersion,
  prepareCreatePipeline,
  pipelines,
  type PipelineSettings,
  type PipelineVersionNotes,
  type Pipeline,
} from './pipeline';
import { graphOfRow, readPipelineGraph } from './readGraph';
import { makeAsWanted, upsert, type Upserted } from '../upsert';

type PipelineValues = PipelineSettings & PipelineVersionNotes;

/** The jobs of a pipeline as somebody writes them: one after the other, or as a graph. */
export type WrittenGraph = { jobs: unknown } | { graph: unknown };

/** Prepares to make a pipeline of jobs of the project; never a second one if the response is lost. */
export async function prepareCreatePipelineOf(
  endpoint: GraphqlEndpoint,
  givenProjectId: unknown,
  written: WrittenGraph,
  { values, more }: Settings<PipelineValues>,
  options?: CallOptions,
): Promise<PreparedChange<Pipeline>> {
  const projectId = readProjectId(givenProjectId);
  requireName(values.name);
  const graph = readGraph(written, await listGraphJobs(endpoint, projectId, options));
  return await prepareCreatePipeline(endpoint, { projectId, values, more, graph }, options);
}

/** Prepares to make a pipeline, or to change the one that has the alias, else the name; what is not set stays. */
export async function prepareUpsertPipeline(
  endpoint: GraphqlEndpoint,
  givenProjectId: unknown,
  written: WrittenGraph,
  { values, more }: Settings<PipelineValues>,
  options?: CallOptions,
): Promise<PreparedChange<Pipeline & Upserted>> {
  const projectId = readProjectId(givenProjectId);
  const name = requireName(values.name);
  const graph = readGraph(written, await listGraphJobs(endpoint, projectId, options));
  const wanted = { projectId, values, more, graph };
  const create = await prepareCreatePipeline(endpoint, wanted, options);
  return async () =>
    await upsert<Pipeline, Pipeline>(endpoint, {
      what: 'pipeline',
      projectId,
      wanted: { name, alias: values.alias },
      list: async () => await pipelines(endpoint).list(projectId, options),
      create,
      update: async ({ id }) => await change(endpoint, id, wanted, options),
    });
}

/** Prepares to change settings of a pipeline, and its jobs if they are given. */
export async function prepareChangePipeline(
  endpoint: GraphqlEndpoint,
  pipelineId: unknown,
  written: WrittenGraph | undefined,
  settings: Settings<PipelineValues>,
  options?: CallOptions,
): Promise<PreparedChange<Pipeline>> {
  if (!written) {
    const values = without(settings.values, 'releaseNote', 'sourceUrl');
    const wanted = { values, more: settings.more };
    return await pipelines(endpoint).prepareUpdate(pipelineId, wanted, options);
  }
  const pipeline = await pipelines(endpoint).get(pipelineId, options);
  const jobs = await listGraphJobs(endpoint, pipeline.project?.id, options);
  const graph = readGraph(written, jobs);
  const wanted = { ...settings, graph };
  return async () => without(await change(endpoint, pipeline.id, wanted, options), 'action');
}

interface Wanted extends Settings<PipelineValues> {
  graph: PipelineGraph;
}

async function change(
  endpoint: GraphqlEndpoint,
  id: string,
  { values: given, more, graph }: Wanted,
  options?: CallOptions,
): Promise<Pipeline & Upserted> {
  const { releaseNote, sourceUrl, ...values } = given;
  const current = await pipelines(endpoint).get(id, options);
  const notes = { releaseNote, sourceUrl };
  return await makeAsWanted({
    what: 'pipeline',
    current,
    settings: { values, more },
    prepareUpdate: async (changes) => await pipelines(endpoint).prepareUpdate(id, changes, options),
    prepareAddVersion: async () =>
      await prepareAddPipelineVersion(endpoint, id, graph, notes, options),
    hasVersion: (seen) => hasGraph(seen, graph),
    read: async () => await pipelines(endpoint).get(id, options),
  });
}

/** Whether the current version runs these jobs in this order. */
function hasGraph(pipeline: Pipeline, graph: PipelineGraph): boolean {
  const current = graphOfPipeline(pipeline);
  return current !== undefined && isSameGraph(current, graph);
}

/** The graph of the current version; undefined if the platform returns none that could run. */
function graphOfPipeline({ versions: [version] = [] }: Pipeline): PipelineGraph | undefined {
  const { graph, jobs = [] } = version ?? {};
  try {
    if (!graph)
      return graphOfRow(
        jobs.map(({ id }) => id),
        jobs,
      );
    return readPipelineGraph(graph, jobsIn(graph));
  } catch {
    return undefined;
  }
}

function jobsIn(graph: unknown): GraphJob[] {
  const { jobNodes = [] } = graph as { jobNodes?: Array<{ job?: GraphJob | null }> | null };
  return (jobNodes ?? []).flatMap(({ job }) => (job ? [job] : []));
}

function readGraph(written: WrittenGraph, jobs: readonly GraphJob[]): PipelineGraph {
  return 'graph' in written
    ? readPipelineGraph(written.graph, jobs)
    : graphOfRow(written.jobs, jobs);
}
