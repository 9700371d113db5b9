import type { GraphQLSchema } from 'graphql';
import { prepareRootField, type RootFieldCall } from '../../graphql/call/callRootField';
import { idArgument, inputArgument } from '../../graphql/call/commonArguments';
import { hasInputPath } from '../../graphql/call/inputObject';
import type { PipelineGraph } from './graphShape';
import { graphInput } from './pipelineGraph';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readObject } from '../../graphql/read/result';
import type { RootField } from '../../graphql/schema/rootFields';
import { readIdentifier, readProjectId } from '../../input/identifiers';
import {
  prepareCreation,
  prepareDuplication,
  prepareEdit,
  requireName,
  prepareRollback,
} from '../changes';
import type { Settings } from '../job/jobInput';
import type { PreparedChange } from '../entities';
import {
  getPipeline,
  PIPELINE_FIELDS,
  PIPELINE_VERSION_FIELDS,
  type Pipeline,
  type PipelineVersion,
} from './pipelines';
import {
  aliasFor,
  graphValue,
  rowOf,
  type PipelineSettings,
  type PipelineVersionNotes,
} from './pipelineInput';

const EDITION = { name: 'editPipeline', what: 'pipeline', fields: PIPELINE_FIELDS };

export interface NewPipeline extends Settings<PipelineSettings & PipelineVersionNotes> {
  projectId: string;
  graph: PipelineGraph;
  /** Aliases that other pipelines of the project have. */
  takenAliases?: ReadonlySet<string>;
}

/** Prepares to make a pipeline with its first version; never a second one where the response is lost. */
export async function prepareCreatePipeline(
  endpoint: GraphqlEndpoint,
  { projectId, values, more, graph, takenAliases = new Set() }: NewPipeline,
  options?: CallOptions,
): Promise<PreparedChange<Pipeline>> {
  const name = requireName(values.name);
  const hasSchedule = Boolean(values.cronScheduling);
  const creation = {
    // Pipelines were rows of jobs first; later platforms keep that mutation for a while.
    name: ['createGraphPipeline', 'createPipeline'],
    what: 'pipeline',
    argument: 'pipeline',
    fields: PIPELINE_FIELDS,
    ifLost: `Before you try again, check whether the project has a pipeline "${name}"`,
  } as const;
  const project = readProjectId(projectId);
  const wanted = (root: RootField) => {
    const { type } = inputArgument(root, 'pipeline');
    // What nobody asked for is sent where it is taken: before 2024, pipelines have no aliases.
    const alias = hasInputPath(type, 'alias') ? aliasFor(name, takenAliases) : undefined;
    const isScheduled = (hasSchedule && hasInputPath(type, 'isScheduled')) || undefined;
    const settings = {
      ...values,
      name,
      alias: values.alias || alias,
      projectId: project,
      isScheduled: values.isScheduled ?? isScheduled,
    };
    return {
      values: { ...settings, ...graphValue(type, graph) },
      defaults: { isScheduled: false },
      more,
    };
  };
  return await prepareCreation(endpoint, creation, wanted, options);
}

/** Prepares to change what was set of a pipeline; its versions stay. It is repeated where the response was lost. */
export async function prepareUpdatePipeline(
  endpoint: GraphqlEndpoint,
  pipelineId: unknown,
  { values, more }: Settings<PipelineSettings>,
  options?: CallOptions,
): Promise<PreparedChange<Pipeline>> {
  return await prepareEdit(endpoint, EDITION, pipelineId, { values: { ...values }, more }, options);
}

/** Prepares to add a version, which becomes the current one; never a second one where the response is lost. */
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

/** Prepares to copy a pipeline with its current version, and its jobs where that is wanted. */
export async function prepareDuplicatePipeline(
  endpoint: GraphqlEndpoint,
  pipelineId: unknown,
  { values, more }: Settings<PipelineSettings>,
  duplicateJobs?: boolean,
  options?: CallOptions,
): Promise<PreparedChange<Pipeline>> {
  const original = readIdentifier(pipelineId, 'pipeline');
  const duplication = { name: 'duplicatePipeline', edition: EDITION, more: { duplicateJobs } };
  const wanted = { values: { ...values }, more };
  return await prepareDuplication(endpoint, duplication, original, wanted, options);
}

/** See `prepareRollback`. */
export async function prepareRollbackPipeline(
  endpoint: GraphqlEndpoint,
  pipelineId: unknown,
  versionNumber: unknown,
  options?: CallOptions,
): Promise<PreparedChange<Pipeline>> {
  const rollback = { name: 'rollbackPipelineVersion', what: 'pipeline', get: getPipeline };
  return await prepareRollback(
    endpoint,
    rollback,
    readIdentifier(pipelineId, 'pipeline'),
    versionNumber,
    options,
  );
}
