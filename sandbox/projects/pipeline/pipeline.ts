import {
  conflict,
  found,
  notFound,
  type ResolverContext,
  type Resolvers,
} from '../../graphql/resolvers';
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
import { chainOf, type GraphInput, graphOf } from './graphInput';
import {
  type AlertingInput,
  alertingOf,
  aliasOf,
  checkSchedule,
  edited,
  freeName,
  given,
  toldCron,
  toldPosition,
} from '../inputs';

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

type VersionOfPipeline = Version<PipelineVersionDetails> & { pipelineId: string };

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
    pipelineVersion: (_root, args: { pipelineId: string; number: number }, { store }) => {
      const { id } = found(store.pipelines.find(args.pipelineId), 'Pipeline', args.pipelineId);
      const version = store.pipelines.version(id, args.number);
      return { ...found(version, 'Pipeline version', String(args.number)), pipelineId: id };
    },
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
      if (input.alias) checkAlias(store, pipeline.projectId, input.alias, pipeline.id);
      const settings = settingsOf(input);
      checkSchedule({ ...pipeline.settings, ...settings });
      return store.pipelines.edit(pipeline.id, {
        ...given(input, ['description']),
        ...(typeof input.name === 'string' && {
          name: freeName(
            context,
            store.pipelines.list(pipeline.projectId),
            input.name,
            pipeline.id,
          ),
        }),
        ...(input.alias && { alias: input.alias }),
        settings,
      });
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
    ) => {
      const { id } = found(store.pipelines.find(args.pipelineId), 'Pipeline', args.pipelineId);
      const version = store.pipelines.version(id, args.versionNumber);
      const { number } = found(version, 'Pipeline version', String(args.versionNumber));
      return store.pipelines.edit(id, { versionNumber: number });
    },
    duplicatePipeline: (
      _root,
      args: { originalPipelineId: string; duplicateJobs?: boolean | null },
      { store, user },
    ) => {
      const id = args.originalPipelineId;
      const pipeline = found(store.pipelines.find(id), 'Pipeline', id);
      return store.together(() => duplicate(store, pipeline, args.duplicateJobs === true, user));
    },
    // Those that cannot go stay, and are told of.
    deletePipelineVersions: (
      _root,
      args: { pipelineId: string; pipelineVersionNumbers: number[] },
      { store },
    ) => {
      const { id } = found(store.pipelines.find(args.pipelineId), 'Pipeline', args.pipelineId);
      return args.pipelineVersionNumbers.map((number) => {
        const isFree = reasonsAgainstDeletion(store, { pipelineId: id, number }).length === 0;
        return { number, success: isFree && store.pipelines.deleteVersion(id, number) };
      });
    },
    deletePipeline: (_root, { id }: { id: string }, { store }) => {
      if (!store.pipelines.delete(id)) throw notFound('Pipeline', id);
      return true;
    },
  },
  Pipeline: {
    creationDate: ({ createdAt }: Pipeline) => createdAt,
    pipelineInstanceCount: ({ id }: Pipeline, _args: unknown, { store }) =>
      store.pipelines.countRuns(id),
    // Newest first.
    instances: ({ id }: Pipeline, { lastExecution, ...page }: Instances, { store }) =>
      store.pipelines.runs(id, lastExecution ? { limit: 1 } : page),
    // Newest first.
    versions: (pipeline: Pipeline, filter: VersionFilter, { store }) =>
      store.pipelines
        .versions(pipeline, filter)
        .map((version) => ({ ...version, pipelineId: pipeline.id })),
    isScheduled: ({ settings }: Pipeline) => settings.isScheduled,
    cronScheduling: ({ settings }: Pipeline, _args: unknown, context) =>
      toldCron(settings.cronScheduling, context),
    scheduleTimezone: ({ settings }: Pipeline) => settings.scheduleTimezone,
    scheduleStatus: ({ settings }: Pipeline) => (settings.isScheduled ? 'READY' : null),
    alerting: ({ settings }: Pipeline) => settings.alerting,
    hasExecutionVariablesEnabled: ({ settings }: Pipeline) => settings.hasExecutionVariablesEnabled,
    isLegacyPipeline: () => false,
    project: ({ projectId }: Pipeline, _args: unknown, { store }) => store.project(projectId),
  },
  PipelineVersion: {
    creationDate: ({ createdAt }: VersionOfPipeline) => createdAt,
    isCurrent: ({ pipelineId, number }: VersionOfPipeline, _args: unknown, { store }) =>
      store.pipelines.find(pipelineId)?.versionNumber === number,
    isMajor: () => false,
    releaseNote: ({ details }: VersionOfPipeline) => details.releaseNote,
    sourceUrl: ({ details }: VersionOfPipeline) => details.sourceUrl,
    graph: ({ details: { graph } }: VersionOfPipeline, _args: unknown, { store }) => ({
      ...graph,
      // A node whose job was deleted since is not there any more.
      jobNodes: graph.jobNodes.filter(({ jobId }) => store.job(jobId)),
    }),
    jobs: ({ details }: VersionOfPipeline, _args: unknown, { store }) =>
      details.graph.jobNodes
        .map(({ jobId }) => store.job(jobId))
        .filter((job) => job !== undefined),
    deletableState: (version: VersionOfPipeline, _args: unknown, { store }) => {
      const reasons = reasonsAgainstDeletion(store, version);
      return { deletable: reasons.length === 0, reasons };
    },
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
  { pipelineId, number }: Pick<VersionOfPipeline, 'pipelineId' | 'number'>,
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
  if (input.alias) checkAlias(store, project.id, input.alias);
  const settings = { ...PIPELINE_SETTINGS, ...settingsOf(input) };
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
  const number = found(store.pipelines.addVersion(id, details, user), 'Pipeline', id);
  return { ...store.pipelines.version(id, number), pipelineId: id };
}

function settingsOf(input: SettingsInput): Partial<PipelineSettings> {
  const alerting = alertingOf(input.alerting);
  return { ...given(input, SETTINGS), ...(alerting !== undefined && { alerting }) };
}

function checkAlias(store: SandboxStore, projectId: string, alias: string, ownId?: string): void {
  const other = store.pipelines.findByAlias(projectId, aliasOf(alias));
  if (other && other.id !== ownId) {
    throw conflict(`There is already a pipeline with the alias ${alias}`);
  }
}

function duplicate(
  store: SandboxStore,
  pipeline: Pipeline,
  duplicateJobs: boolean,
  creator: string,
): Pipeline {
  const { projectId, name, description, settings, id, versionNumber } = pipeline;
  const graph = store.pipelines.version(id, versionNumber)?.details.graph;
  const { jobNodes = [], conditionNodes = [] } = graph ?? {};
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
