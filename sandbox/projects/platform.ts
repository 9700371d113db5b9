import type { SchemaPart } from '../graphql/part';
import type { SandboxStore } from '../store/store';

const CLUSTER_CPUS = 32;
const CLUSTER_MEMORY = '128 GB';
const CLUSTER_GPUS = 2;
const CPUS_OF_A_JOB = 0.5;

/** The platform itself and what its cluster can carry. */
export function platformPart(platformId: string): SchemaPart {
  return {
    typeDefs: /* GraphQL */ `
      type Platform {
        id: String!
        projectsCount: Int!
        jobsCount: Int!
        pipelinesCount: Int!
        appsCount: Int!
      }

      type ClusterCapacity {
        cpu: Float!
        "Of the jobs that run now"
        usedCpu: Float!
        memory: DataSize!
        gpu: Int!
      }

      type Query {
        platform: Platform!
        getClusterCapacity: ClusterCapacity!
      }
    `,
    resolvers: {
      Query: {
        platform: (_root, _args, { store }) => ({
          id: platformId,
          projectsCount: store.projects().length,
          jobsCount: store.jobs().length,
          pipelinesCount: store.pipelines.list().length,
          appsCount: store.apps.list().length,
        }),
        getClusterCapacity: (_root, _args, { store }) => ({
          cpu: CLUSTER_CPUS,
          usedCpu: usedCpus(store),
          memory: CLUSTER_MEMORY,
          gpu: CLUSTER_GPUS,
        }),
      },
    },
  };
}

function usedCpus(store: SandboxStore): number {
  const asked = new Map(
    store
      .jobs()
      .map(({ id, settings }) => [id, Number(settings.resources?.cpu?.request ?? CPUS_OF_A_JOB)]),
  );
  return store
    .allRuns()
    .filter(({ status }) => status === 'RUNNING')
    .reduce((sum, { jobId }) => sum + (asked.get(jobId) ?? CPUS_OF_A_JOB), 0);
}
