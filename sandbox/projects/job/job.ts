import { conflict, found, type ResolverContext, type Resolvers } from '../../graphql/resolvers';
import { isEnded } from '../../runs/timeline';
import { type Job, JOB_SETTINGS, type JobFilter } from '../../store/jobs';
import type { Pipeline } from '../../store/pipelines';
import type { Page } from '../../store/table';
import type { SandboxStore } from '../../store/store';
import type { VersionFilter } from '../../store/versions';
import { checkSchedule, edited, freeName } from '../inputs';
import { leaving, migrationFields, moved } from '../move';
import {
  changesOf,
  checkAlias,
  deletableState,
  keptIn,
  scheduleFields,
  settingsOf,
  versionedFields,
} from '../versioned';
import {
  checkTechnology,
  SETTINGS,
  versionOf,
  type JobEditionInput,
  type JobInput,
  type JobVersionInput,
} from './jobInput';

interface Creation {
  job: JobInput;
  jobVersion: JobVersionInput;
  file?: File | null;
}

interface MoveArgs {
  jobId: string;
  targetPlatformId: number;
  targetProjectId: string;
  targetCategory?: string | null;
}

interface Instances extends Page {
  lastExecution?: boolean | null;
}

/** Jobs. A job has no status: its runs have. */
export const jobResolvers: Resolvers = {
  Query: {
    jobs: (_root, filter: JobFilter & { projectId: string }, { store }) => {
      found(store.project(filter.projectId), 'Project', filter.projectId);
      return store.jobs(filter);
    },
    job: (_root, { id }: { id: string }, { store }) =>
      found(store.job(id) ?? leaving(store, id, (newId) => store.job(newId)), 'Job', id),
    jobByAlias: (_root, args: { projectId: string; alias: string }, { store }) => {
      found(store.project(args.projectId), 'Project', args.projectId);
      return found(store.jobByAlias(args.projectId, args.alias), 'Job', args.alias);
    },
    jobCategories: (_root, _args, { store }) => [
      ...new Set(store.jobs().map(({ category }) => category)),
    ],
  },
  Mutation: {
    createJob: async (_root, { job, jobVersion, file }: Creation, context) => {
      const { store, user } = context;
      found(store.project(job.projectId), 'Project', job.projectId);
      checkTechnology(store, job.technology.id);
      if (job.alias) checkAlias(store.jobTable, job.projectId, job.alias);
      const settings = { ...JOB_SETTINGS, ...settingsOf(job, SETTINGS) };
      checkSchedule(settings);
      return store.addJob({
        projectId: job.projectId,
        name: freeName(context, store.jobs({ projectId: job.projectId }), job.name),
        alias: job.alias ?? undefined,
        description: job.description ?? null,
        category: job.category,
        technologyId: job.technology.id,
        settings,
        version: await versionOf(store, jobVersion, file),
        creator: user,
      });
    },
    editJob: (_root, { job: edition }: { job: JobEditionInput }, context) => {
      const { store } = context;
      const input = edited(edition, context);
      const job = found(store.job(input.id), 'Job', input.id);
      const settings = settingsOf(input, SETTINGS);
      checkSchedule({ ...job.settings, ...settings });
      const changes = changesOf(context, store.jobTable, job, input);
      return store.editJob(job.id, { ...changes, settings });
    },
    duplicateJob: (_root, { originalJobId }: { originalJobId: string }, { store, user }) =>
      found(store.duplicateJob(originalJobId, user), 'Job', originalJobId),
    moveJob: (_root, args: MoveArgs, context) => {
      const { store } = context;
      const job = found(store.job(args.jobId), 'Job', args.jobId);
      const reasons = [
        ...reasonsAgainstDeletion(store, job),
        ...(job.settings.isScheduled ? ['JOB_SCHEDULED'] : []),
      ];
      const id = moved(context, 'job', job, args, reasons);
      if (args.targetCategory) store.editJob(id, { category: args.targetCategory });
      return id;
    },
    deleteJob: deleted,
  },
  Job: {
    ...migrationFields('migrationJobId'),
    ...versionedFields,
    ...scheduleFields,
    ...keptIn('settings', ['isStreaming', 'doesUseGPU', 'resources', 'originalJobId']),
    technology: ({ technologyId }: Job) => ({ id: technologyId }),
    countJobInstance: ({ id }: Job, _args: unknown, { store }) => store.countRunsOfJob(id),
    // Newest first.
    instances: ({ id }: Job, { lastExecution, ...page }: Instances, { store }) =>
      store.runsOfJob(id, lastExecution ? { limit: 1 } : page),
    // Newest first.
    versions: (job: Job, filter: VersionFilter, { store }) => store.jobVersions(job, filter),
    pipelines: pipelinesOf,
    graphPipelines: pipelinesOf,
    isDeletable: (job: Job, _args: unknown, { store }) =>
      reasonsAgainstDeletion(store, job).length === 0,
    deletableState: (job: Job, _args: unknown, { store }) =>
      deletableState(reasonsAgainstDeletion(store, job)),
  },
};

/** The oldest platforms call the argument id. */
function deleted(
  _root: unknown,
  { jobId, id }: { jobId?: string; id?: string },
  { store }: ResolverContext,
): true {
  const asked = jobId ?? id ?? '';
  const job = found(store.job(asked), 'Job', asked);
  const [pipeline] = pipelinesOf(job, {}, { store });
  if (pipeline) throw conflict(`Job ${job.name} is used by the pipeline ${pipeline.name}`);
  store.deleteJob(asked);
  return true;
}

function pipelinesOf(
  job: Job,
  _args: unknown,
  { store }: Pick<ResolverContext, 'store'>,
): Pipeline[] {
  return store.pipelines
    .list(job.projectId)
    .filter((pipeline) =>
      store.pipelines.current(pipeline)?.graph.jobNodes.some(({ jobId }) => jobId === job.id),
    );
}

function reasonsAgainstDeletion(store: SandboxStore, job: Job): string[] {
  const isUnfinished = store
    .runsOfJob(job.id, { limit: 10 })
    .some(({ status }) => !isEnded(status));
  const isLinked = pipelinesOf(job, {}, { store }).length > 0;
  return [
    ...(isUnfinished ? ['HAS_UNFINISHED_INSTANCES'] : []),
    ...(isLinked ? ['LINKED_TO_PIPELINE'] : []),
  ];
}
