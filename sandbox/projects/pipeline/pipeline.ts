import { found, notFound, type ResolverContext, type Resolvers } from '../../graphql/resolvers';
import type { JobNode, PipelineGraph } from '../../runs/graph';
import { isEnded } from '../../runs/timeline';
import {
  PIPELINE_SETTINGS,
  type Pipeline,
  type PipelineSettings,
  type PipelineVersionDetails,
} from '../../store/pipelines';
import type { Page } from '../../store/table';
import type { SandboxStore } from '../../store/store';
import type { Version, VersionFilter } from '../../store/versions';
import { leaving } from '../move';
import {
  changesOf,
  checkAlias,
  deletableState,
  deletedVersions,
  keptIn,
  rolledBack,
  scheduleFields,
  settingsOf,
  versionedFields,
  versionFields,
  versionFound,
} from '../versioned';
import { chainOf, type GraphInput, graphOf } from './graphInput';
import { type AlertingInput, checkSchedule, edited, freeName, toldPosition } from '../inputs';

const SETTINGS = [
  'isScheduled',
  'cronScheduling',
  'scheduleTimezone',
  'hasExecutionVariablesEnabled',
] as const;

type SettingsInput = Partial<Pick<PipelineSettings, (typeof SETTINGS)[number]>> & {
  alerting?: AlertingInput | null;
};

interface NewPipelineInput extends SettingsInput {
  projectId: string;
  name: string;
  alias?: string | null;
  description?: string | null;
  releaseNote?: string | null;
  sourceUrl?: string | null;
}

interface GraphPipelineInput extends NewPipelineInput {
  graph: GraphInput;
}

interface PipelineInput extends NewPipelineInput {
  jobsId: string[];
}

interface Instances extends Page {
  lastExecution?: boolean | null;
}

interface PipelineEditionInput extends SettingsInput {
  id: string;
  name?: string | null;
  alias?: string | null;
  description?: string | null;
}

interface VersionAddition {
  pipelineId: string;
  releaseNote?: string | null;
  sourceUrl?: string | null;
}

type PipelineVersion = Version<PipelineVersionDetails>;

/** Pipelines: graphs of jobs. */
export const pipelineResolvers: Resolvers = {
  Query: {
    graphPipeline: existing,
    pipeline: existing,
    pipelines: (_root, { projectId }: { projectId: string }, { store }) => {
      found(store.project(projectId), 'Project', projectId);
      return store.pipelines.list(projectId);
    },
    graphPipelineByName: (_root, args: { projectId: string; name: string }, { store }) =>
      found(
        store.pipelines.list(args.projectId).find(({ name }) => name === args.name),
        'Pipeline',
        args.name,
      ),
    graphPipelineByAlias: (_root, args: { projectId: string; alias: string }, { store }) =>
      found(store.pipelines.findByAlias(args.projectId, args.alias), 'Pipeline', args.alias),
    pipelineVersion: (_root, args: { pipelineId: string; number: number }, { store }) =>
      versionFound(store.pipelines, args.pipelineId, args.number),
  },
  Mutation: {
    createGraphPipeline: (_root, { pipeline }: { pipeline: GraphPipelineInput }, context) =>
      created(context, pipeline, (projectId) => graphOf(context.store, projectId, pipeline.graph)),
    createPipeline: (_root, { pipeline }: { pipeline: PipelineInput }, context) =>
      created(context, pipeline, (projectId) => chainOf(context.store, projectId, pipeline.jobsId)),
    editPipeline: (_root, { pipeline: edition }: { pipeline: PipelineEditionInput }, context) => {
      const { store } = context;
      const input = edited(edition, context);
      const pipeline = found(store.pipelines.find(input.id), 'Pipeline', input.id);
      const settings = settingsOf(input, SETTINGS);
      checkSchedule({ ...pipeline.settings, ...settings });
      const changes = changesOf(context, store.pipelines, pipeline, input);
      return store.pipelines.edit(pipeline.id, { ...changes, settings });
    },
    // The new version becomes the current one.
    addGraphPipelineVersion: (_root, args: VersionAddition & { graph: GraphInput }, context) =>
      addedVersion(context, args, (projectId) => graphOf(context.store, projectId, args.graph)),
    addPipelineVersion: (_root, args: VersionAddition & { jobsId: string[] }, context) =>
      addedVersion(context, args, (projectId) => chainOf(context.store, projectId, args.jobsId)),
    rollbackPipelineVersion: (
      _root,
      args: { pipelineId: string; versionNumber: number },
      { store },
    ) => rolledBack(store.pipelines, args.pipelineId, args.versionNumber),
    duplicatePipeline: (
      _root,
      args: { originalPipelineId: string; duplicateJobs?: boolean | null },
      { store, user },
    ) => {
      const id = args.originalPipelineId;
      const pipeline = found(store.pipelines.find(id), 'Pipeline', id);
      return store.together(() => duplicate(store, pipeline, args.duplicateJobs === true, user));
    },
    deletePipelineVersions: (
      _root,
      args: { pipelineId: string; pipelineVersionNumbers: number[] },
      { store },
    ) =>
      deletedVersions(store.pipelines, args.pipelineId, args.pipelineVersionNumbers, (version) =>
        reasonsAgainstDeletion(store, version),
      ),
    deletePipeline: (_root, { id }: { id: string }, { store }) => {
      if (!store.pipelines.delete(id)) throw notFound('Pipeline', id);
      return true;
    },
  },
  Pipeline: {
    ...versionedFields,
    ...scheduleFields,
    ...keptIn('settings', ['hasExecutionVariablesEnabled']),
    pipelineInstanceCount: ({ id }: Pipeline, _args: unknown, { store }) =>
      store.pipelines.countRuns(id),
    // Newest first.
    instances: ({ id }: Pipeline, { lastExecution, ...page }: Instances, { store }) =>
      store.pipelines.runs(id, lastExecution ? { limit: 1 } : page),
    // Newest first.
    versions: (pipeline: Pipeline, filter: VersionFilter, { store }) =>
      store.pipelines.versions(pipeline, filter),
    isLegacyPipeline: () => false,
  },
  PipelineVersion: {
    ...versionFields,
    ...keptIn('details', ['sourceUrl']),
    isCurrent: ({ ownerId, number }: PipelineVersion, _args: unknown, { store }) =>
      store.pipelines.find(ownerId)?.versionNumber === number,
    graph: ({ details: { graph } }: PipelineVersion, _args: unknown, { store }) => ({
      ...graph,
      // A node whose job was deleted since is not there any more.
      jobNodes: graph.jobNodes.filter(({ jobId }) => store.job(jobId)),
    }),
    jobs: ({ details }: PipelineVersion, _args: unknown, { store }) =>
      details.graph.jobNodes
        .map(({ jobId }) => store.job(jobId))
        .filter((job) => job !== undefined),
    deletableState: (version: PipelineVersion, _args: unknown, { store }) =>
      deletableState(reasonsAgainstDeletion(store, version)),
  },
  NodePosition: {
    x: ({ x }: NonNullable<JobNode['position']>, _args: unknown, context) =>
      toldPosition(x, context),
    y: ({ y }: NonNullable<JobNode['position']>, _args: unknown, context) =>
      toldPosition(y, context),
  },
  JobNode: {
    job: ({ jobId }: JobNode, _args: unknown, { store }) => store.job(jobId),
  },
};

function reasonsAgainstDeletion(
  store: SandboxStore,
  { ownerId: pipelineId, number }: Pick<PipelineVersion, 'ownerId' | 'number'>,
): string[] {
  const isUnfinished = store.pipelines
    .runs(pipelineId)
    .some(({ versionNumber, status }) => versionNumber === number && !isEnded(status));
  return [
    ...(store.pipelines.find(pipelineId)?.versionNumber === number ? ['CURRENT_VERSION'] : []),
    ...(isUnfinished ? ['VERSION_HAS_UNFINISHED_INSTANCES'] : []),
  ];
}

function existing(_root: unknown, { id }: { id: string }, { store }: ResolverContext): Pipeline {
  const gone = () => leaving(store, id, (newId) => store.pipelines.find(newId));
  return found(store.pipelines.find(id) ?? gone(), 'Pipeline', id);
}

function created(
  context: ResolverContext,
  input: NewPipelineInput,
  graphIn: (projectId: string) => PipelineGraph,
): Pipeline {
  const { store, user: creator } = context;
  const project = found(store.project(input.projectId), 'Project', input.projectId);
  if (input.alias) checkAlias(store.pipelines, project.id, input.alias);
  const settings = { ...PIPELINE_SETTINGS, ...settingsOf(input, SETTINGS) };
  checkSchedule(settings);
  return store.pipelines.add({
    projectId: project.id,
    name: freeName(context, store.pipelines.list(project.id), input.name),
    alias: input.alias ?? undefined,
    description: input.description ?? null,
    creator,
    settings,
    releaseNote: input.releaseNote ?? null,
    sourceUrl: input.sourceUrl ?? null,
    graph: graphIn(project.id),
  });
}

function addedVersion(
  { store, user }: ResolverContext,
  { pipelineId, releaseNote, sourceUrl }: VersionAddition,
  graphIn: (projectId: string) => PipelineGraph,
) {
  const { id, projectId } = found(store.pipelines.find(pipelineId), 'Pipeline', pipelineId);
  const details = {
    releaseNote: releaseNote ?? null,
    sourceUrl: sourceUrl ?? null,
    graph: graphIn(projectId),
  };
  return found(store.pipelines.addVersion(id, details, user), 'Pipeline', id);
}

function duplicate(
  store: SandboxStore,
  pipeline: Pipeline,
  duplicateJobs: boolean,
  creator: string,
): Pipeline {
  const { projectId, name, description, settings } = pipeline;
  const { jobNodes = [], conditionNodes = [] } = store.pipelines.current(pipeline)?.graph ?? {};
  return store.pipelines.add({
    projectId,
    name: `Copy of ${name}`,
    description,
    settings: { ...settings, isScheduled: false },
    creator,
    graph: {
      conditionNodes,
      jobNodes: duplicateJobs
        ? jobNodes.map((node) => ({
            ...node,
            jobId: store.duplicateJob(node.jobId, creator)?.id ?? node.jobId,
          }))
        : jobNodes,
    },
  });
}
