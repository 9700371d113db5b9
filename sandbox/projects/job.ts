import { found, notFound } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import { JOB_SETTINGS, type Job, type JobFilter } from '../store/jobs';
import type { Page } from '../store/runs';
import type { VersionFilter } from '../store/versions';
import { checkSchedule, given, nameOf } from './inputs';
import {
  checkJobAlias,
  checkTechnology,
  jobInputTypes,
  settingsOf,
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

/** Jobs. A job has no status: its runs have. */
export function jobPart(projectIdType: 'UUID' | 'String'): SchemaPart {
  return {
    typeDefs: /* GraphQL */ `
      ${jobInputTypes}

      type JobTechnology {
        id: UUID!
      }

      type CpuResource {
        request: Float
        limit: Float
      }

      type MemoryResource {
        request: DataSize
        limit: DataSize
      }

      type JobResource {
        cpu: CpuResource
        memory: MemoryResource
      }

      type JobPipelineAlerting {
        emails: [String!]!
        statusList: [InstanceStatus!]!
      }

      type Job {
        id: UUID!
        name: String!
        alias: String!
        description: String
        category: String!
        technology: JobTechnology!
        technologyId: UUID! @deprecated(reason: "Use technology.id")
        creationDate: DateTime!
        countJobInstance: Int!
        "Newest first"
        instances(limit: Int, skip: Int): [JobInstance!]!
        "Newest first"
        versions(limit: Int, onlyCurrent: Boolean): [JobVersion!]!
        isScheduled: Boolean!
        cronScheduling: Cron
        scheduleTimezone: TimeZone
        isStreaming: Boolean!
        doesUseGPU: Boolean!
        alerting: JobPipelineAlerting
        resources: JobResource
        originalJobId: UUID
        environmentVariables: [EnvironmentVariable!]!
        project: Project!
      }

      type Query {
        jobs(projectId: ${projectIdType}!, category: String, technologyId: UUID): [Job!]!
        job(id: UUID!): Job
        jobByAlias(projectId: UUID!, alias: String!): Job
        jobCategories: [String!]!
      }

      type Mutation {
        createJob(job: JobInput!, jobVersion: JobVersionInput!, file: Upload): Job!
        editJob(job: JobEditionInput!): Job!
        duplicateJob(originalJobId: UUID!): Job!
        deleteJob(jobId: UUID!): Boolean
      }
    `,
    resolvers: {
      Query: {
        jobs: (_root, filter: JobFilter & { projectId: string }, { store }) => {
          found(store.project(filter.projectId), 'Project', filter.projectId);
          return store.jobs(filter);
        },
        job: (_root, { id }: { id: string }, { store }) => found(store.job(id), 'Job', id),
        jobByAlias: (_root, args: { projectId: string; alias: string }, { store }) => {
          found(store.project(args.projectId), 'Project', args.projectId);
          return found(store.jobByAlias(args.projectId, args.alias), 'Job', args.alias);
        },
        jobCategories: (_root, _args, { store }) => [
          ...new Set(store.jobs().map(({ category }) => category)),
        ],
      },
      Mutation: {
        createJob: async (_root, { job, jobVersion, file }: Creation, { store, user }) => {
          found(store.project(job.projectId), 'Project', job.projectId);
          checkTechnology(store, job.technology.id);
          if (job.alias) checkJobAlias(store, job.projectId, job.alias);
          const settings = { ...JOB_SETTINGS, ...settingsOf(job) };
          checkSchedule(settings);
          return store.addJob({
            projectId: job.projectId,
            name: nameOf(job.name),
            alias: job.alias ?? undefined,
            description: job.description ?? null,
            category: job.category,
            technologyId: job.technology.id,
            settings,
            version: await versionOf(store, jobVersion, file),
            creator: user,
          });
        },
        editJob: (_root, { job: input }: { job: JobEditionInput }, { store }) => {
          const job = found(store.job(input.id), 'Job', input.id);
          if (input.alias) checkJobAlias(store, job.projectId, input.alias, job.id);
          const settings = settingsOf(input);
          checkSchedule({ ...job.settings, ...settings });
          return store.editJob(job.id, {
            ...given(input, ['description']),
            ...(typeof input.name === 'string' && { name: nameOf(input.name) }),
            ...(input.alias && { alias: input.alias }),
            ...(typeof input.category === 'string' && { category: input.category }),
            settings,
          });
        },
        duplicateJob: (_root, { originalJobId }: { originalJobId: string }, { store, user }) =>
          found(store.duplicateJob(originalJobId, user), 'Job', originalJobId),
        deleteJob: (_root, { jobId }: { jobId: string }, { store }) => {
          if (!store.deleteJob(jobId)) throw notFound('Job', jobId);
          return true;
        },
      },
      Job: {
        technology: ({ technologyId }: Job) => ({ id: technologyId }),
        creationDate: ({ createdAt }: Job) => createdAt,
        countJobInstance: ({ id }: Job, _args: unknown, { store }) => store.countRunsOfJob(id),
        instances: ({ id }: Job, page: Page, { store }) => store.runsOfJob(id, page),
        versions: (job: Job, filter: VersionFilter, { store }) =>
          store.jobVersions(job, filter).map((version) => ({ ...version, jobId: job.id })),
        isScheduled: ({ settings }: Job) => settings.isScheduled,
        cronScheduling: ({ settings }: Job) => settings.cronScheduling,
        scheduleTimezone: ({ settings }: Job) => settings.scheduleTimezone,
        isStreaming: ({ settings }: Job) => settings.isStreaming,
        doesUseGPU: ({ settings }: Job) => settings.doesUseGPU,
        alerting: ({ settings }: Job) => settings.alerting,
        resources: ({ settings }: Job) => settings.resources,
        originalJobId: ({ settings }: Job) => settings.originalJobId,
        environmentVariables: ({ id }: Job, _args: unknown, { store }) =>
          store.variables.of('JOB', id),
        project: ({ projectId }: Job, _args: unknown, { store }) => store.project(projectId),
      },
    },
  };
}
