import { requireFound } from '../../graphql/refusals';
import {
  type ById,
  resolveFields,
  type InProject,
  type ResolverContext,
  type Resolvers,
} from '../../graphql/resolvers';
import type { JobNode } from '../../runs/graph';
import { isEnded } from '../../runs/status';
import type { Job } from '../../store/jobs';
import type { Pipeline, PipelineVersionDetails } from '../../store/pipelines';
import type { SandboxStore } from '../../store/store';
import type { Page } from '../../store/table';
import type { Version, VersionFilter } from '../../store/versions';
import { moveEntity, type MoveTarget } from '../move';
import {
  type CreationInput,
  editVersioned,
  type EditionInput,
  resolveStored,
  readCreation,
  scheduleFields,
  entityFields,
  versionFields,
} from '../versioned';
import { readChain, type GraphInput, readGraph } from './graphInput';
import { rewritePosition } from '../inputs';

interface VersionInput {
  releaseNote?: string | null;
  sourceUrl?: string | null;
}

type VersionAddition = VersionInput & { pipelineId: string };

/** Older platforms accept only `jobsId`, a list of jobs that run one after the other. */
interface JobsInput {
  graph?: GraphInput;
  jobsId?: string[];
}

type PipelineVersion = Version<PipelineVersionDetails>;

export const pipeline: Resolvers = {
  Query: {
    graphPipeline: ({ id }: ById, { store }) => store.pipelines.get(id),
    pipeline: ({ id }: ById, { store }) => store.pipelines.get(id),
    pipelines: ({ projectId }: InProject, { store }) =>
      store.pipelines.list(store.projectTable.get(projectId).id),
    graphPipelineByAlias: (args: InProject & { alias: string }, { store }) =>
      requireFound(store.pipelines.findByAlias(args.projectId, args.alias), 'Pipeline', args.alias),
  },
  Mutation: {
    createGraphPipeline: create,
    createPipeline: create,
    editPipeline: ({ pipeline }: { pipeline: EditionInput }, context) =>
      editVersioned(context, context.store.pipelines, pipeline),
    addGraphPipelineVersion: addVersion,
    addPipelineVersion: addVersion,
    rollbackPipelineVersion: (args: { pipelineId: string; versionNumber: number }, { store }) =>
      store.pipelines.rollBack(args.pipelineId, args.versionNumber),
    duplicatePipeline: (
      args: { originalPipelineId: string; duplicateJobs?: boolean | null },
      { store, user },
    ) => {
      const pipeline = store.pipelines.get(args.originalPipelineId);
      return store.inTransaction(() =>
        duplicate(store, pipeline, args.duplicateJobs === true, user),
      );
    },
    // The jobs of a pipeline move with it.
    movePipeline: (args: MoveTarget & { pipelineId: string }, context) => {
      const { store } = context;
      const pipeline = store.pipelines.get(args.pipelineId);
      const jobs = listJobs(store, store.pipelines.details(pipeline));
      const blockers = findMoveBlockers(store, pipeline, jobs);
      return store.inTransaction(() => {
        const id = moveEntity(context, pipeline, args, blockers);
        for (const job of jobs) store.editJob(job.id, { projectId: args.targetProjectId });
        return id;
      });
    },
    deletePipelineVersions: (
      args: { pipelineId: string; pipelineVersionNumbers: number[] },
      { store },
    ) =>
      store.pipelines.deleteVersions(
        args.pipelineId,
        args.pipelineVersionNumbers,
        store.pipelines.runs(args.pipelineId),
      ),
    deletePipeline: ({ id }: ById, { store }) => store.pipelines.delete(store.pipelines.get(id).id),
  },
  Pipeline: resolveFields<Pipeline>({
    ...entityFields,
    ...scheduleFields,
    ...resolveStored('settings', ['hasExecutionVariablesEnabled']),
    instances: ({ id }, { store }, page: Page) => store.pipelines.runs(id, page),
    versions: (pipeline, { store }, filter: VersionFilter) =>
      store.pipelines.versions(pipeline, filter),
  }),
  PipelineVersion: resolveFields<PipelineVersion>({
    ...versionFields,
    ...resolveStored('details', ['sourceUrl']),
    isCurrent: ({ ownerId, number }, { store }) =>
      store.pipelines.find(ownerId)?.versionNumber === number,
    graph: ({ details: { graph } }, { store }) => ({
      ...graph,
      // Nodes with a deleted job are omitted.
      jobNodes: graph.jobNodes.filter(({ jobId }) => store.job(jobId)),
    }),
    jobs: ({ details }, { store }) => listJobs(store, details),
  }),
  NodePosition: resolveFields<NonNullable<JobNode['position']>>({
    x: ({ x }, context) => rewritePosition(x, context),
    y: ({ y }, context) => rewritePosition(y, context),
  }),
  JobNode: resolveFields<JobNode>({ job: ({ jobId }, { store }) => store.job(jobId) }),
};

function listJobs(store: SandboxStore, details: PipelineVersionDetails | undefined): Job[] {
  return details?.graph.jobNodes.flatMap(({ jobId }) => store.job(jobId) ?? []) ?? [];
}

function findMoveBlockers(store: SandboxStore, { id, projectId, settings }: Pipeline, jobs: Job[]) {
  const others = store.pipelines.list(projectId).filter((other) => other.id !== id);
  const jobsOfOthers = others.flatMap((other) => listJobs(store, store.pipelines.details(other)));
  const isShared = jobs.some((job) => jobsOfOthers.some((other) => other.id === job.id));
  return [
    ...(settings.isScheduled ? ['PIPELINE_SCHEDULED'] : []),
    ...(store.pipelines.runs(id).some(({ status }) => !isEnded(status))
      ? ['PIPELINE_HAS_UNFINISHED_INSTANCES']
      : []),
    ...(jobs.some((job) => job.settings.isScheduled) ? ['JOB_SCHEDULED'] : []),
    ...(isShared ? ['JOBS_EXISTS_IN_MANY_PIPELINES'] : []),
  ];
}

function readJobs(store: SandboxStore, projectId: string, { graph, jobsId = [] }: JobsInput) {
  return graph ? readGraph(store, projectId, graph) : readChain(store, projectId, jobsId);
}

function create(
  { pipeline }: { pipeline: CreationInput & VersionInput & JobsInput },
  context: ResolverContext,
): Pipeline {
  const { store } = context;
  const creation = readCreation(context, store.pipelines, pipeline);
  const { releaseNote, sourceUrl } = pipeline;
  const graph = readJobs(store, creation.projectId, pipeline);
  return store.pipelines.add({ ...creation, releaseNote, sourceUrl, graph });
}

function addVersion(
  { pipelineId, releaseNote, sourceUrl, ...jobs }: VersionAddition & JobsInput,
  { store, user }: ResolverContext,
) {
  const { id, projectId } = store.pipelines.get(pipelineId);
  const details = { releaseNote, sourceUrl, graph: readJobs(store, projectId, jobs) };
  return store.pipelines.addVersion(id, details, user);
}

function duplicate(
  store: SandboxStore,
  pipeline: Pipeline,
  duplicateJobs: boolean,
  creator: string,
): Pipeline {
  const { projectId, name, description, settings } = pipeline;
  const { jobNodes = [], conditionNodes = [] } = store.pipelines.details(pipeline)?.graph ?? {};
  return store.pipelines.add({
    projectId,
    name: `Copy of ${name}`,
    description,
    settings: { ...settings, isScheduled: false },
    creator,
    graph: {
      conditionNodes,
      jobNodes: jobNodes.map((node) => {
        const job = duplicateJobs && store.job(node.jobId);
        return job ? { ...node, jobId: store.duplicateJob(job, creator).id } : node;
      }),
    },
  });
}
