import { found } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import type { Project } from '../store/projects';

export const projectPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    type Project {
      id: UUID!
      name: String!
      creator: String!
      description: String
      jobsCount: Int!
      jobs(limit: Int): [Job!]!
    }

    type Query {
      projects: [Project!]!
      project(id: UUID!): Project
    }
  `,
  resolvers: {
    Query: {
      projects: (_root, _args, { store }) => store.projects(),
      project: (_root, { id }: { id: string }, { store }) =>
        found(store.project(id), 'Project', id),
    },
    Project: {
      jobsCount: ({ id }: Project, _args: unknown, { store }) => store.countJobs(id),
      jobs: ({ id }: Project, { limit }: { limit?: number | null }, { store }) =>
        store.jobs({ projectId: id }).slice(0, limit ?? undefined),
    },
  },
};
