import { conflict, requireFound } from '../../graphql/refusals';
import { type ById, resolveFields, type InProject, type Resolvers } from '../../graphql/resolvers';
import { isEnded } from '../../runs/status';
import { type Job, JobSettings } from '../../store/jobs';
import type { Pipeline } from '../../store/pipelines';
import type { Page } from '../../store/table';
import type { SandboxStore } from '../../store/store';
import type { VersionFilter } from '../../store/versions';
import { moveEntity, type MoveTarget } from '../move';
import {
  type CreationInput,
  editVersioned,
  type EditionInput,
  resolveStored,
  readCreation,
  scheduleFields,
  entityFields,
} from '../versioned';
import { checkTechnology, readVersion, type JobVersionInput } from './jobInput';

interface Creation {
  job: CreationInput & { category: string; technology: ById };
  jobVersion: JobVersionInput;
  file?: File | null;
}

export const job: Resolvers = {
  Query: {
    jobs: ({ projectId }: InProject, { store }) =>
      store.jobs({ projectId: store.projectTable.get(projectId).id }),
    job: ({ id }: ById, { store }) => store.jobTable.get(id),
    jobByAlias: ({ projectId, alias }: InProject & { alias: string }, { store }) => {
      store.projectTable.get(projectId);
      return requireFound(store.jobByAlias(projectId, alias), 'Job', alias);
    },
    jobCategories: (_args, { store }) => [...new Set(store.jobs().map(({ category }) => category))],
  },
  Mutation: {
    createJob: async ({ job, jobVersion, file }: Creation, context) => {
      const { store } = context;
      const { category, technology } = job;
      const creation = readCreation(context, store.jobTable, job);
      checkTechnology(store, technology.id);
      const version = await readVersion(store, jobVersion, file);
      return store.addJob({ ...creation, category, technologyId: technology.id, version });
    },
    editJob: ({ job }: { job: EditionInput }, context) =>
      editVersioned(context, context.store.jobTable, job),
    duplicateJob: ({ originalJobId }: { originalJobId: string }, { store, user }) =>
      store.duplicateJob(store.jobTable.get(originalJobId), user),
    moveJob: (args: MoveTarget & { jobId: string }, context) => {
      const { store } = context;
      const job = store.jobTable.get(args.jobId);
      const latest = store.runsOfJob(job.id, { limit: 10 });
      return moveEntity(context, job, args, [
        ...(latest.some(({ status }) => !isEnded(status)) ? ['HAS_UNFINISHED_INSTANCES'] : []),
        ...(listPipelines(store, job).length > 0 ? ['LINKED_TO_PIPELINE'] : []),
        ...(job.settings.isScheduled ? ['JOB_SCHEDULED'] : []),
      ]);
    },
    // On the oldest platforms the argument is named id.
    deleteJob: ({ jobId, id = '' }: { jobId?: string; id?: string }, { store }) => {
      const job = store.jobTable.get(jobId ?? id);
      const [pipeline] = listPipelines(store, job);
      if (pipeline) throw conflict(`Job ${job.name} is used by the pipeline ${pipeline.name}`);
      return store.deleteJob(job.id);
    },
  },
  Job: resolveFields<Job>({
    ...resolveStored('settings', Object.keys(new JobSettings())),
    ...entityFields,
    ...scheduleFields,
    technology: ({ technologyId }) => ({ id: technologyId }),
    countJobInstance: ({ id }, { store }) => store.countRunsOfJob(id),
    instances: ({ id }, { store }, page: Page) => store.runsOfJob(id, page),
    versions: (job, { store }, filter: VersionFilter) => store.jobVersions(job, filter),
    pipelines: (job, { store }) => listPipelines(store, job),
  }),
};

function listPipelines(store: SandboxStore, job: Job): Pipeline[] {
  return store.pipelines
    .list(job.projectId)
    .filter((pipeline) =>
      store.pipelines.details(pipeline)?.graph.jobNodes.some(({ jobId }) => jobId === job.id),
    );
}
