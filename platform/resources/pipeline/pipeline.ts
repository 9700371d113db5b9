import { selectionOf, type SettingsOf } from '../entityFields';
import { LISTED_PIPELINE, PIPELINE } from './fields';
import type { GraphQLSchema } from 'graphql';
import { hasInputPath } from '../../graphql/call/inputObject';
import { isSameGraph, type PipelineGraph } from './graph';
import { graphInput, graphOfRow, graphValue, readPipelineGraph, rowOf } from './readGraph';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { PIPELINE_RUNS } from '../../runs/kinds';
import { withCurrentVersion, type Entity, type PreparedChange } from '../entities';
import { requireName } from '../changes';
import { listJobs, type GraphJob } from '../job/list';
import { makeAsWanted, upsert, type Upserted } from '../upsert';
import { prepareRootField, type RootFieldCall } from '../../graphql/call/callRootField';
import { idArgument, inputArgument } from '../../graphql/call/commonArguments';
import type { RootField } from '../../graphql/schema/rootFields';
import { readProjectId } from '../../common/input/identifiers';
import { without } from '../../common/text/names';
import { fieldsOf } from '../../common/text/values';
import { ListedResource, type Kind, type Settings } from '../resource';

export type PipelineSettings = SettingsOf<typeof PIPELINE.settings>;

/** The settings of a version besides its graph. */
export type PipelineVersionNotes = Omit<SettingsOf<typeof PIPELINE.version>, 'graph'>;

/** An alias for a pipeline that is given none, as the platform makes one of a name. */
function aliasFor(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .match(/[a-z0-9]+/gi) ?? ['pipeline'];
  return words.join('_');
}

export interface Pipeline extends Entity {
  alias?: string;
  description?: string | null;
  isScheduled?: boolean;
  cronScheduling?: string | null;
  project?: Entity;
  /** The current one. */
  versions?: PipelineVersion[];
}

interface PipelineVersion {
  number?: number;
  releaseNote?: string | null;
  /** In the platform's format, which `readPipelineGraph` accepts. */
  graph?: unknown;
  /** Of platforms without graphs: the row. */
  jobs?: Entity[];
}

const PIPELINE_VERSION_FIELDS = writtenFields(selectionOf(PIPELINE.version));

const PIPELINE_FIELDS = writtenFields(`
  ${selectionOf(PIPELINE.settings)}
  versions(onlyCurrent: true) { ${PIPELINE_VERSION_FIELDS} }
  versions { isCurrent ${PIPELINE_VERSION_FIELDS} }
`);

/** Older platforms return only the ID of the project. */
export const FIELDS_OF_ANY_PLATFORM = writtenFields(`projectId ${PIPELINE_FIELDS}`);

/** Older platforms return only the ID of the project, and all versions. */
export function inOneForm(pipeline: Pipeline & { projectId?: string }): Pipeline {
  const { projectId, ...others } = withCurrentVersion(pipeline);
  return others.project || !projectId ? others : { ...others, project: { id: projectId } };
}

const KIND: Kind<Pipeline> = {
  what: 'pipeline',
  names: {
    // Pipelines were rows of jobs first; later platforms keep that mutation for a while.
    create: ['createGraphPipeline', 'createPipeline'],
    get: PIPELINE_RUNS.parentQuery,
  },
  fields: PIPELINE_FIELDS,
  readFields: FIELDS_OF_ANY_PLATFORM,
  listedFields: writtenFields(selectionOf(LISTED_PIPELINE)),
  resendsSettings: true,
  inOneForm,
};

type PipelineValues = PipelineSettings & PipelineVersionNotes;

/** The jobs of a pipeline in the user's format: one after the other, or as a graph. */
export type WrittenGraph = { jobs: unknown } | { graph: unknown };

interface Wanted extends Settings<PipelineValues> {
  graph: PipelineGraph;
}

interface NewPipeline extends Wanted {
  projectId: string;
}

export class Pipelines extends ListedResource<Pipeline, PipelineSettings> {
  constructor(endpoint: GraphqlEndpoint) {
    super(endpoint, KIND);
  }

  /** Prepares to make a pipeline with its first version; never a second one if the response is lost. */
  async prepareNew(
    { projectId, values, more, graph }: NewPipeline,
    options?: CallOptions,
  ): Promise<PreparedChange<Pipeline>> {
    const name = requireName(values.name);
    const project = readProjectId(projectId);
    const wanted = (root: RootField) => {
      const { type } = inputArgument(root, 'pipeline');
      // An alias that the user has not set is sent only if the platform accepts it: before 2024, pipelines have no aliases.
      const alias = hasInputPath(type, 'alias') ? aliasFor(name) : undefined;
      const settings = {
        ...values,
        name,
        alias: values.alias || alias,
        projectId: project,
        isScheduled: values.isScheduled ?? (values.cronScheduling ? true : undefined),
      };
      return {
        values: { ...settings, ...graphValue(type, graph) },
        defaults: { isScheduled: false },
        more,
      };
    };
    return await this.prepareCreation(name, wanted, options);
  }

  /** Prepares to add a version, which becomes the current one; never a second one if the response is lost. */
  async prepareNewVersion(
    pipelineId: unknown,
    graph: PipelineGraph,
    notes: PipelineVersionNotes = {},
    options?: CallOptions,
  ): Promise<PreparedChange<PipelineVersion>> {
    const id = this.readId(pipelineId);
    const names = ['addGraphPipelineVersion', 'addPipelineVersion'] as const;
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
      arguments: {
        ...notes,
        ...idArgument(root, 'pipeline', id),
        ...(root.name === names[0]
          ? { graph: graphInput(inputArgument(root, 'graph').type, graph) }
          : { jobsId: rowOf(graph) }),
      },
      selection: { mode: 'supported', text: PIPELINE_VERSION_FIELDS },
      ifLost: 'Get the pipeline, and check whether its current version is the new one',
      returnsResult: true,
    });
    const send = await prepareRootField(this.endpoint, 'mutation', names, call, options);
    return async () => fieldsOf(await send()) as unknown as PipelineVersion;
  }

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
    const jobs = await this.listJobs(pipeline.project?.id, options);
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
    const graph = readGraph(written, await this.listJobs(projectId, options));
    return { projectId, name, values, more, graph };
  }

  private async listJobs(projectId: unknown, options?: CallOptions): Promise<GraphJob[]> {
    return await listJobs(this.endpoint, readProjectId(projectId), options, ['alias']);
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
