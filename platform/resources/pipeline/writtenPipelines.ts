import type { CallOptions } from '../../graphql/send/endpoint';
import { readProjectId } from '../../common/input/identifiers';
import { without } from '../../common/text/names';
import { requireName } from '../changes';
import { listGraphJobs, type GraphJob } from '../job/list';
import { type PipelineGraph, isSameGraph } from './graph';
import type { Settings } from '../resource';
import type { PreparedChange } from '../entities';
import {
  Pipelines,
  type Pipeline,
  type PipelineSettings,
  type PipelineVersionNotes,
} from './pipeline';
import { graphOfRow, readPipelineGraph } from './readGraph';
import { makeAsWanted, upsert, type Upserted } from '../upsert';

type PipelineValues = PipelineSettings & PipelineVersionNotes;

/** The jobs of a pipeline in the user's format: one after the other, or as a graph. */
export type WrittenGraph = { jobs: unknown } | { graph: unknown };

interface Wanted extends Settings<PipelineValues> {
  graph: PipelineGraph;
}

/** Pipelines whose jobs are given as lists, graphs or JSON text. */
export class WrittenPipelines extends Pipelines {
  /** Prepares to make a pipeline of jobs of the project; never a second one if the response is lost. */
  async prepareCreate(
    projectId: unknown,
    written: WrittenGraph,
    settings: Settings<PipelineValues>,
    options?: CallOptions,
  ): Promise<PreparedChange<Pipeline>> {
    return await this.prepareNew(await this.read(projectId, written, settings, options), options);
  }

  /** Prepares to make a pipeline, or to change the one that has the alias, else the name; what is not set stays. */
  async prepareUpsert(
    givenProjectId: unknown,
    written: WrittenGraph,
    settings: Settings<PipelineValues>,
    options?: CallOptions,
  ): Promise<PreparedChange<Pipeline & Upserted>> {
    const wanted = await this.read(givenProjectId, written, settings, options);
    const create = await this.prepareNew(wanted, options);
    const { projectId, name } = wanted;
    return async () =>
      await upsert<Pipeline, Pipeline>(this.endpoint, {
        what: 'pipeline',
        projectId,
        wanted: { name, alias: settings.values.alias },
        list: async () => await this.list(projectId, options),
        create,
        update: async ({ id }) => await this.makeAsWanted(id, wanted, options),
      });
  }

  /** Prepares to change settings of a pipeline, and its jobs if they are given. */
  async prepareChange(
    pipelineId: unknown,
    written: WrittenGraph | undefined,
    settings: Settings<PipelineValues>,
    options?: CallOptions,
  ): Promise<PreparedChange<Pipeline>> {
    if (!written) {
      const values = without(settings.values, 'releaseNote', 'sourceUrl');
      return await this.prepareUpdate(pipelineId, { values, more: settings.more }, options);
    }
    const pipeline = await this.get(pipelineId, options);
    const jobs = await listGraphJobs(this.endpoint, pipeline.project?.id, options);
    const wanted = { ...settings, graph: readGraph(written, jobs) };
    return async () => without(await this.makeAsWanted(pipeline.id, wanted, options), 'action');
  }

  private async read(
    givenProjectId: unknown,
    written: WrittenGraph,
    { values, more }: Settings<PipelineValues>,
    options?: CallOptions,
  ) {
    const projectId = readProjectId(givenProjectId);
    const name = requireName(values.name);
    const graph = readGraph(written, await listGraphJobs(this.endpoint, projectId, options));
    return { projectId, name, values, more, graph };
  }

  private async makeAsWanted(
    id: string,
    { values: given, more, graph }: Wanted,
    options?: CallOptions,
  ): Promise<Pipeline & Upserted> {
    const { releaseNote, sourceUrl, ...values } = given;
    const notes = { releaseNote, sourceUrl };
    return await makeAsWanted({
      what: 'pipeline',
      current: await this.get(id, options),
      settings: { values, more },
      prepareUpdate: async (changes) => await this.prepareUpdate(id, changes, options),
      prepareAddVersion: async () => await this.prepareNewVersion(id, graph, notes, options),
      hasVersion: (seen) => hasGraph(seen, graph),
      read: async () => await this.get(id, options),
    });
  }
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
