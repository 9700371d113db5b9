import type { SchemaPart } from '../graphql/part';
import { jobPart } from './job';
import { projectPart } from './project';
import { runPart } from './run';

/** Only the operations and fields that the documentation shows (section 4.2): an old, small platform. */
export function documentedPart(projectIdType: 'UUID' | 'String'): SchemaPart {
  const { resolvers: project } = projectPart;
  const { resolvers: job } = jobPart(projectIdType);
  const { resolvers: run } = runPart;
  return {
    typeDefs: /* GraphQL */ `
      type Project {
        id: UUID!
        name: String!
      }

      type JobTechnology {
        id: UUID!
      }

      type Job {
        id: UUID!
        name: String!
        technology: JobTechnology!
      }

      type JobInstance {
        id: UUID!
        status: String!
      }

      type Query {
        projects: [Project!]!
        jobs(projectId: ${projectIdType}!): [Job!]!
      }

      type Mutation {
        runJob(jobId: UUID!): JobInstance!
        deleteJob(jobId: UUID!): Boolean
      }
    `,
    resolvers: {
      Query: { ...only(project, 'Query', 'projects'), ...only(job, 'Query', 'jobs') },
      Mutation: { ...only(run, 'Mutation', 'runJob'), ...only(job, 'Mutation', 'deleteJob') },
      Job: only(job, 'Job', 'technology'),
    },
  };
}

function only(resolvers: SchemaPart['resolvers'], type: string, field: string) {
  const fields = (resolvers as Record<string, Record<string, never>>)[type];
  return { [field]: fields?.[field] };
}
