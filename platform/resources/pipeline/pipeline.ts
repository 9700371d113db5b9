import {
  ALERTING,
  ALIAS,
  DESCRIPTION,
  FLAG,
  ID,
  MADE_BY_PLATFORM,
  NAME,
  PAGE_URL,
  PROJECT,
  SCHEDULE,
  SOURCE_URL,
  TEXTS,
  VERSION_HEAD,
} from '../commonFields';
import { type EntityFields, type EntityTable, type FileShape, selectionOf } from '../entityFields';
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
import { readObject } from '../../graphql/read/result';
import type { RootField } from '../../graphql/schema/rootFields';
import { readIdentifier, readProjectId } from '../../input/identifiers';
import {
  listsIn,
  prepareCreation,
  resource,
  whereCreated,
  type ScheduledSettings,
  type Settings,
} from '../resource';

/** What a list of pipelines tells of each. */
export const LISTED_PIPELINE = {
  name: NAME,
  id: ID,
  alias: ALIAS,
  description: DESCRIPTION,
  creationDate: { output: 'string', ...MADE_BY_PLATFORM },
  creator: { output: 'string', ...MADE_BY_PLATFORM },
  ...SCHEDULE,
} as const satisfies EntityFields;

const JOB = { id: 'string', name: 'string', alias: 'string' } as const;
const POSITION = { x: 'number', y: 'number' } as const;

/** The graph in a file: nodes have short names there, and jobs are named by their aliases. */
const NEEDS_JOB = 'A pipeline needs at least one job in "version.graph.jobs".';
const NEEDS_NODE = 'Add a name to each node.';
const POSITION_IN_FILE: FileShape = {
  fields: POSITION,
  needed: { x: 'Add a number.', y: 'Add a number.' },
};

const GRAPH_IN_FILE: FileShape = {
  fields: {
    jobs: {
      listOf: {
        fields: { node: 'text', job: 'text', position: POSITION_IN_FILE, next: TEXTS },
        needed: { node: NEEDS_NODE, job: 'Add the alias of a job.' },
      },
    },
    conditions: {
      listOf: {
        fields: {
          node: 'text',
          /** Or one of the platform's words. */
          condition: {
            fields: { expression: 'text' },
            allowsText: true,
            needed: { expression: 'Add one.' },
          },
          position: POSITION_IN_FILE,
          success: TEXTS,
          failure: TEXTS,
        },
        needed: { node: NEEDS_NODE },
      },
    },
  },
  needed: { jobs: NEEDS_JOB },
};

export const PIPELINE = {
  settings: {
    ...LISTED_PIPELINE,
    alerting: ALERTING,
    hasExecutionVariablesEnabled: { output: 'boolean', set: true, file: FLAG },
    project: PROJECT,
    url: PAGE_URL,
  },
  version: {
    ...VERSION_HEAD,
    /** On platforms without graphs, pipelines are rows of jobs; `graph` sets them, and stands for them in files. */
    jobs: { select: '{ id name alias }', output: [JOB], set: false, file: false },
    graph: {
      select: `{
        jobNodes { id job { id name alias } position nextNodes }
        conditionNodes { id position condition { value expression } nextNodesSuccess nextNodesFailure }
      }`,
      output: {
        jobNodes: [{ id: 'string', job: JOB, position: POSITION, nextNodes: ['string'] }],
        conditionNodes: [
          {
            id: 'string',
            position: POSITION,
            condition: { value: 'string', expression: 'string' },
            nextNodesSuccess: ['string'],
            nextNodesFailure: ['string'],
          },
        ],
      },
      set: { graph: ['graph', 'jobsId'] },
      file: {
        shape: GRAPH_IN_FILE,
        needed: NEEDS_JOB,
        select: `{
          jobNodes { id job { id } position { x y } nextNodes }
          conditionNodes {
            id position { x y } nextNodesSuccess nextNodesFailure condition { toString value expression }
          }
        }`,
      },
    },
    sourceUrl: SOURCE_URL,
  },
} as const satisfies EntityTable;

export interface PipelineSettings extends ScheduledSettings {
  hasExecutionVariablesEnabled?: boolean;
}

/** What can be told of a version besides its graph. */
export interface PipelineVersionNotes {
  releaseNote?: string;
  sourceUrl?: string;
}

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
  /** As the platform returns it; `readPipelineGraph` takes it. */
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

/** Older platforms return the ID of the project alone. */
export const FIELDS_OF_ANY_PLATFORM = writtenFields(`projectId ${PIPELINE_FIELDS}`);

/** Older platforms return the ID of the project alone, and all versions. */
export function inOneForm(pipeline: Pipeline & { projectId?: string }): Pipeline {
  const { projectId, ...others } = withCurrentVersion(pipeline);
  return others.project || !projectId ? others : { ...others, project: { id: projectId } };
}

const KIND = {
  what: 'pipeline',
  names: {
    // Pipelines were rows of jobs first; later platforms keep that mutation for a while.
    create: ['createGraphPipeline', 'createPipeline'],
    get: PIPELINE_RUNS.parentQuery,
    update: 'editPipeline',
    duplicate: 'duplicatePipeline',
    rollback: 'rollbackPipelineVersion',
    delete: 'deletePipeline',
  },
  fields: PIPELINE_FIELDS,
  readFields: FIELDS_OF_ANY_PLATFORM,
  resendsSettings: true,
  inOneForm,
} as const;

const LISTED_FIELDS = writtenFields(selectionOf(LISTED_PIPELINE));

type UsualVerb = 'get' | 'update' | 'duplicate' | 'rollback' | 'delete';

export const pipelines = (endpoint: GraphqlEndpoint) => ({
  ...listsIn<Pipeline>(endpoint, 'pipelines', LISTED_FIELDS),
  ...resource<Pipeline, PipelineSettings, UsualVerb>(endpoint, KIND),
});

interface NewPipeline extends Settings<PipelineSettings & PipelineVersionNotes> {
  projectId: string;
  graph: PipelineGraph;
}

/** Prepares to make a pipeline with its first version; never a second one if the response is lost. */
export async function prepareCreatePipeline(
  endpoint: GraphqlEndpoint,
  { projectId, values, more, graph }: NewPipeline,
  options?: CallOptions,
): Promise<PreparedChange<Pipeline>> {
  const name = requireName(values.name);
  const project = readProjectId(projectId);
  const wanted = (root: RootField) => {
    const { type } = inputArgument(root, 'pipeline');
    // What nobody asked for is sent where it is taken: before 2024, pipelines have no aliases.
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
  const ifLost = whereCreated('pipeline', name);
  return await prepareCreation<Pipeline>(endpoint, KIND, ifLost, wanted, options);
}

/** Prepares to add a version, which becomes the current one; never a second one if the response is lost. */
export async function prepareAddPipelineVersion(
  endpoint: GraphqlEndpoint,
  pipelineId: unknown,
  graph: PipelineGraph,
  notes: PipelineVersionNotes = {},
  options?: CallOptions,
): Promise<PreparedChange<PipelineVersion>> {
  const id = readIdentifier(pipelineId, 'pipeline');
  const names = ['addGraphPipelineVersion', 'addPipelineVersion'] as const;
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
    arguments: {
      ...notes,
      ...idArgument(root, 'pipeline', id),
      ...(root.name === names[0] ? { graph: graphInput(graph) } : { jobsId: rowOf(graph) }),
    },
    selection: { mode: 'supported', text: PIPELINE_VERSION_FIELDS },
    ifLost: 'Get the pipeline, and check whether its current version is the new one',
  });
  const send = await prepareRootField(endpoint, 'mutation', names, call, options);
  return async () => readObject<PipelineVersion>({ [names[0]]: await send() }, names[0]);
}
