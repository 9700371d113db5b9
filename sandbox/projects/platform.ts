import type { Resolvers } from '../graphql/resolvers';

/** Memory in bytes. */
const CLUSTER_NODES = [
  { cpu: 16, gpu: 0, memory: 64e9 },
  { cpu: 16, gpu: 2, memory: 128e9 },
];

/** The platform itself and what its cluster can carry. */
export const platformResolvers: Resolvers = {
  Query: {
    platform: (_root, _args, { store, platformId }) => ({
      id: /^\d{1,9}$/.test(platformId) ? Number(platformId) : 1,
      name: 'Sandbox',
      counts: {
        projects: store.projects().length,
        jobs: store.jobs().length,
        pipelines: store.pipelines.list().length,
        apps: store.apps.list().length,
      },
    }),
    usersByRealm: (_root, _args, { user }) => [{ login: user, email: `${user}@example.invalid` }],
    getClusterCapacity: () => CLUSTER_NODES,
    projectReports: (_root, _args, { store }) => ({
      countInstances: store.allRuns().length,
      projects: store.projects().map(({ id, name }) => ({ id, name, jobs: [], pipelines: [] })),
    }),
  },
};
