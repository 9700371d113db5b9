import { buildSelection, type SettingsOf } from '../entityFields';
import { LISTED_PIPELINE, PIPELINE } from './fields';
import type { GraphQLSchema } from 'graphql';
import { hasInputPath } from '../../graphql/call/inputObject';
import { isSameGraph, type PipelineGraph } from './graph';
import {
  toGraphInput,
  buildSequenceGraph,
  toGraphField,
  readPipelineGraph,
  toJobSequence,
} from './readGraph';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { PIPELINE_RUNS } from '../../runs/kinds';
import { keepOnlyCurrentVersion, type Entity, type PreparedChange } from '../entities';
import { requireName } from '../changes';
import { listJobs, type GraphJob } from '../job/list';
import { updateIfDifferent, upsert, type Upserted } from '../upsert';
import { prepareRootField, type RootFieldCall } from '../../graphql/call/callRootField';
import { buildIdArgument, requireInputArgument } from '../../graphql/call/commonArguments';
import type { RootField } from '../../graphql/schema/rootFields';
import { readProjectId } from '../../common/input/identifiers';
import { without } from '../../common/text/names';
import { toObject } from '../../common/text/values';
import { ListedResource, type Kind, type Settings } from '../resource';

export type PipelineSettings = SettingsOf<typeof PIPELINE.settings>;

export type PipelineVersionInfo = Omit<SettingsOf<typeof PIPELINE.version>, 'graph'>;

/** Derives an alias from a name as the platform does. */
function deriveAlias(name: string): string {
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
  /** Contains only the current version. */
  versions?: PipelineVersion[];
}

interface PipelineVersion {
  number?: number;
  releaseNote?: string | null;
  /** The graph in the platform's format, which `readPipelineGraph` accepts. */
  graph?: unknown;
  /** Platforms without graphs return jobs that run one after the other. */
  jobs?: Entity[];
}

const PIPELINE_VERSION_FIELDS = writtenFields(buildSelection(PIPELINE.version));

const PIPELINE_FIELDS = writtenFields(`
  ${buildSelection(PIPELINE.settings)}
  versions(onlyCurrent: true) { ${PIPELINE_VERSION_FIELDS} }
  versions { isCurrent ${PIPELINE_VERSION_FIELDS} }
`);

/** Includes `projectId`, because older platforms return only the ID of the project. */
export const PIPELINE_READ_FIELDS = writtenFields(`projectId ${PIPELINE_FIELDS}`);

/** Converts a response of an older platform, which contains all versions, and only the ID of the project. */
export function normalizePipeline(pipeline: Pipeline & { projectId?: string }): Pipeline {
  const { projectId, ...others } = keepOnlyCurrentVersion(pipeline);
  return others.project || !projectId ? others : { ...others, project: { id: projectId } };
}

const KIND: Kind<Pipeline> = {
  noun: 'pipeline',
  names: {
    // `createPipeline` is for platforms without graphs. Some newer platforms still have it.
    create: ['createGraphPipeline', 'createPipeline'],
    get: PIPELINE_RUNS.parentQuery,
  },
  fields: PIPELINE_FIELDS,
  readFields: PIPELINE_READ_FIELDS,
  listedFields: writtenFields(buildSelection(LISTED_PIPELINE)),
  resendsSettings: true,
  normalize: normalizePipeline,
};

type PipelineValues = PipelineSettings & PipelineVersionInfo;

/** A graph in the user's format, or jobs that run one after the other. */
export type WrittenGraph = { jobs: unknown } | { graph: unknown };

interface WantedPipeline extends Settings<PipelineValues> {
  graph: PipelineGraph;
}

interface NewPipeline extends WantedPipeline {
  projectId: string;
}

export class Pipelines extends ListedResource<Pipeline, PipelineSettings> {
  constructor(endpoint: GraphqlEndpoint) {
    super(endpoint, KIND);
  }

  /** Creates a pipeline with its first version. Never creates a second pipeline if the response is lost. */
  async prepareNew(
    { projectId, values, more, graph }: NewPipeline,
    options?: CallOptions,
  ): Promise<PreparedChange<Pipeline>> {
    const name = requireName(values.name);
    const checkedProjectId = readProjectId(projectId);
    const buildInput = (root: RootField) => {
      const { type } = requireInputArgument(root, 'pipeline');
      // Platforms before 2024 have no aliases for pipelines, so a derived one is sent only if the platform accepts it.
      const derivedAlias = hasInputPath(type, 'alias') ? deriveAlias(name) : undefined;
      const settings = {
        ...values,
        name,
        alias: values.alias || derivedAlias,
        projectId: checkedProjectId,
        isScheduled: values.isScheduled ?? (values.cronScheduling ? true : undefined),
      };
      return {
        values: { ...settings, ...toGraphField(type, graph) },
        defaults: { isScheduled: false },
        more,
      };
    };
    return await this.prepareCreation(name, buildInput, options);
  }

  /** Adds a version and makes it the current one. Never adds a second version if the response is lost. */
  async prepareNewVersion(
    pipelineId: unknown,
    graph: PipelineGraph,
    versionInfo: PipelineVersionInfo = {},
    options?: CallOptions,
  ): Promise<PreparedChange<PipelineVersion>> {
    const id = this.readId(pipelineId);
    const names = ['addGraphPipelineVersion', 'addPipelineVersion'] as const;
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
      arguments: {
        ...versionInfo,
        ...buildIdArgument(root, 'pipeline', id),
        ...(root.name === names[0]
          ? { graph: toGraphInput(requireInputArgument(root, 'graph').type, graph) }
          : { jobsId: toJobSequence(graph) }),
      },
      selection: { mode: 'supported', text: PIPELINE_VERSION_FIELDS },
      ifLost: 'Get the pipeline, and check whether its current version is the new one',
      returnsResult: true,
    });
    const send = await prepareRootField(this.endpoint, 'mutation', names, call, options);
    return async () => toObject(await send()) as unknown as PipelineVersion;
  }

  /** Like `prepareNew`, but reads the graph in the user's format. Its jobs must be in the project. */
  async prepareCreate(
    projectId: unknown,
    written: WrittenGraph,
    settings: Settings<PipelineValues>,
    options?: CallOptions,
  ): Promise<PreparedChange<Pipeline>> {
    return await this.prepareNew(
      await this.readWanted(projectId, written, settings, options),
      options,
    );
  }

  /**
   * Updates the pipeline with the alias, otherwise the pipeline with the name. Creates a pipeline if neither exists. Settings
   * without a value stay unchanged.
   */
  async prepareUpsert(
    projectId: unknown,
    written: WrittenGraph,
    settings: Settings<PipelineValues>,
    options?: CallOptions,
  ): Promise<PreparedChange<Pipeline & Upserted>> {
    const wanted = await this.readWanted(projectId, written, settings, options);
    const create = await this.prepareNew(wanted, options);
    const { name } = wanted;
    return async () =>
      await upsert<Pipeline, Pipeline>(this.endpoint, {
        noun: 'pipeline',
        projectId: wanted.projectId,
        wanted: { name, alias: settings.values.alias },
        list: async () => await this.list(wanted.projectId, options),
        create,
        update: async ({ id }) => await this.updateExisting(id, wanted, options),
      });
  }

  /** Updates the settings. If there is a graph, adds a version with it unless the current version has the same graph. */
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
    return async () => without(await this.updateExisting(pipeline.id, wanted, options), 'action');
  }

  private async readWanted(
    projectId: unknown,
    written: WrittenGraph,
    { values, more }: Settings<PipelineValues>,
    options?: CallOptions,
  ) {
    const checkedProjectId = readProjectId(projectId);
    const name = requireName(values.name);
    const graph = readGraph(written, await this.listJobs(checkedProjectId, options));
    return { projectId: checkedProjectId, name, values, more, graph };
  }

  private async listJobs(projectId: unknown, options?: CallOptions): Promise<GraphJob[]> {
    return await listJobs(this.endpoint, readProjectId(projectId), options, ['alias']);
  }

  private async updateExisting(
    id: string,
    { values: settingsAndInfo, more, graph }: WantedPipeline,
    options?: CallOptions,
  ): Promise<Pipeline & Upserted> {
    const { releaseNote, sourceUrl, ...values } = settingsAndInfo;
    const versionInfo = { releaseNote, sourceUrl };
    return await updateIfDifferent({
      noun: 'pipeline',
      current: await this.get(id, options),
      settings: { values, more },
      prepareUpdate: async (changes) => await this.prepareUpdate(id, changes, options),
      prepareAddVersion: async () => await this.prepareNewVersion(id, graph, versionInfo, options),
      hasWantedVersion: (current) => hasGraph(current, graph),
      read: async () => await this.get(id, options),
    });
  }
}

function hasGraph(pipeline: Pipeline, graph: PipelineGraph): boolean {
  const current = readCurrentGraph(pipeline);
  return current !== undefined && isSameGraph(current, graph);
}

/** Returns undefined if the platform returns no graph, or a graph that cannot run. */
function readCurrentGraph({ versions: [version] = [] }: Pipeline): PipelineGraph | undefined {
  const { graph, jobs = [] } = version ?? {};
  try {
    return graph ? readPipelineGraph(graph, listGraphJobs(graph)) : buildSequenceGraph(jobs, jobs);
  } catch {
    return undefined;
  }
}

function listGraphJobs(graph: unknown): GraphJob[] {
  const { jobNodes = [] } = graph as { jobNodes?: Array<{ job?: GraphJob | null }> | null };
  return (jobNodes ?? []).flatMap(({ job }) => (job ? [job] : []));
}

function readGraph(written: WrittenGraph, jobs: readonly GraphJob[]): PipelineGraph {
  return 'graph' in written
    ? readPipelineGraph(written.graph, jobs)
    : buildSequenceGraph(written.jobs, jobs);
}
