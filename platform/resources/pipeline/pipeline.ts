import { buildSelection, type SettingsOf } from '../entityFields';
import { LISTED_PIPELINE, PIPELINE } from './fields';
import type { GraphQLSchema } from 'graphql';
import { hasInputPath } from '../../graphql/call/inputObject';
import { isSameGraph, type PipelineGraph } from './graph';
import { toGraphInput, buildRowGraph, toVersionInput, readPipelineGraph, toRow } from './readGraph';
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

export type PipelineVersionNotes = Omit<SettingsOf<typeof PIPELINE.version>, 'graph'>;

/** Derives an alias from a name as the platform does. */
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
  /** Only the current version. */
  versions?: PipelineVersion[];
}

interface PipelineVersion {
  number?: number;
  releaseNote?: string | null;
  /** In the platform's format, which `readPipelineGraph` accepts. */
  graph?: unknown;
  /** Platforms without graphs return the row of jobs. */
  jobs?: Entity[];
}

const PIPELINE_VERSION_FIELDS = writtenFields(buildSelection(PIPELINE.version));

const PIPELINE_FIELDS = writtenFields(`
  ${buildSelection(PIPELINE.settings)}
  versions(onlyCurrent: true) { ${PIPELINE_VERSION_FIELDS} }
  versions { isCurrent ${PIPELINE_VERSION_FIELDS} }
`);

/** Older platforms return only the ID of the project. */
export const FIELDS_OF_ANY_PLATFORM = writtenFields(`projectId ${PIPELINE_FIELDS}`);

/** Older platforms return all versions, and only the ID of the project. */
function inOneForm(pipeline: Pipeline & { projectId?: string }): Pipeline {
  const { projectId, ...others } = withCurrentVersion(pipeline);
  return others.project || !projectId ? others : { ...others, project: { id: projectId } };
}

const KIND: Kind<Pipeline> = {
  what: 'pipeline',
  names: {
    // Pipelines were first rows of jobs. Newer platforms keep that mutation for a while.
    create: ['createGraphPipeline', 'createPipeline'],
    get: PIPELINE_RUNS.parentQuery,
  },
  fields: PIPELINE_FIELDS,
  readFields: FIELDS_OF_ANY_PLATFORM,
  listedFields: writtenFields(buildSelection(LISTED_PIPELINE)),
  resendsSettings: true,
  inOneForm,
};

type PipelineValues = PipelineSettings & PipelineVersionNotes;

/** In the user's format. `jobs` run one after the other. */
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

  /** Creates a pipeline with its first version, never a second one if the response is lost. */
  async prepareNew(
    { projectId, values, more, graph }: NewPipeline,
    options?: CallOptions,
  ): Promise<PreparedChange<Pipeline>> {
    const name = requireName(values.name);
    const project = readProjectId(projectId);
    const wanted = (root: RootField) => {
      const { type } = inputArgument(root, 'pipeline');
      // Before 2024, pipelines have no aliases, so a derived one is sent only if the platform accepts it.
      const alias = hasInputPath(type, 'alias') ? aliasFor(name) : undefined;
      const settings = {
        ...values,
        name,
        alias: values.alias || alias,
        projectId: project,
        isScheduled: values.isScheduled ?? (values.cronScheduling ? true : undefined),
      };
      return {
        values: { ...settings, ...toVersionInput(type, graph) },
        defaults: { isScheduled: false },
        more,
      };
    };
    return await this.prepareCreation(name, wanted, options);
  }

  /** Adds the next current version, never a second one if the response is lost. */
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
          ? { graph: toGraphInput(inputArgument(root, 'graph').type, graph) }
          : { jobsId: toRow(graph) }),
      },
      selection: { mode: 'supported', text: PIPELINE_VERSION_FIELDS },
      ifLost: 'Get the pipeline, and check whether its current version is the new one',
      returnsResult: true,
    });
    const send = await prepareRootField(this.endpoint, 'mutation', names, call, options);
    return async () => fieldsOf(await send()) as unknown as PipelineVersion;
  }

  /** See `prepareNew`. The jobs must be in the project. */
  async prepareCreate(
    projectId: unknown,
    written: WrittenGraph,
    settings: Settings<PipelineValues>,
    options?: CallOptions,
  ): Promise<PreparedChange<Pipeline>> {
    return await this.prepareNew(await this.read(projectId, written, settings, options), options);
  }

  /** Creates a pipeline, or updates the one with the alias or else the name. Settings that are not given stay. */
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

function hasGraph(pipeline: Pipeline, graph: PipelineGraph): boolean {
  const current = readCurrentGraph(pipeline);
  return current !== undefined && isSameGraph(current, graph);
}

/** Undefined if the platform returns no graph that could run. */
function readCurrentGraph({ versions: [version] = [] }: Pipeline): PipelineGraph | undefined {
  const { graph, jobs = [] } = version ?? {};
  try {
    if (!graph)
      return buildRowGraph(
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
    : buildRowGraph(written.jobs, jobs);
}
