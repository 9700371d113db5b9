import { found, notFound } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import type { Job } from '../store/jobs';
import type { Page } from '../store/runs';

interface JobsArguments {
  projectId: string;
  category?: string | null;
  technologyId?: string | null;
}

/** Jobs. A job has no status: its runs have. */
export function jobPart(projectIdType: 'UUID' | 'String'): SchemaPart {
  return {
    typeDefs: /* GraphQL */ `
      type JobTechnology {
        id: UUID!
      }

      type Job {
        id: UUID!
        name: String!
        alias: String!
        description: String
        category: String!
        technology: JobTechnology!
        creationDate: DateTime!
        countJobInstance: Int!
        "Newest first"
        instances(limit: Int, skip: Int): [JobInstance!]!
        project: Project!
      }

      type Query {
        jobs(projectId: ${projectIdType}!, category: String, technologyId: UUID): [Job!]!
        job(id: UUID!): Job
      }

      type Mutation {
        deleteJob(jobId: UUID!): Boolean
      }
    `,
    resolvers: {
      Query: {
        jobs: (_root, filter: JobsArguments, { store }) => {
          found(store.project(filter.projectId), 'Project', filter.projectId);
          return store.jobs(filter);
        },
        job: (_root, { id }: { id: string }, { store }) => found(store.job(id), 'Job', id),
      },
      Mutation: {
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
        project: ({ projectId }: Job, _args: unknown, { store }) => store.project(projectId),
      },
    },
  };
}
