import { selectionOf, type SettingsOf } from '../entityFields';
import { LISTED_PIPELINE, PIPELINE } from './fields';
import type { GraphQLSchema } from 'graphql';
import { hasInputPath } from '../../graphql/call/inputObject';
import type { PipelineGraph } from './graph';
import { graphInput, graphValue, rowOf } from './readGraph';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { PIPELINE_RUNS } from '../../runs/kinds';
import { withCurrentVersion, type Entity, type PreparedChange } from '../entities';
import { requireName } from '../changes';
import { prepareRootField, type RootFieldCall } from '../../graphql/call/callRootField';
import { idArgument, inputArgument } from '../../graphql/call/commonArguments';
import type { RootField } from '../../graphql/schema/rootFields';
import { readProjectId } from '../../common/input/identifiers';
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

interface NewPipeline extends Settings<PipelineSettings & PipelineVersionNotes> {
  projectId: string;
  graph: PipelineGraph;
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
      returnsMade: true,
    });
    const send = await prepareRootField(this.endpoint, 'mutation', names, call, options);
    return async () => fieldsOf(await send()) as unknown as PipelineVersion;
  }
}
