import {
  CATALOG_READS,
  CHANGES,
  isTheOne,
  KINDS,
  prepared,
  READS,
  targetOf,
} from '../chaos/operations/kinds';
import { addJob, type ChaosItem, type Model, type Outcome } from '../chaos/operations/operation';
import type { Operations } from './entry';

const rootField = (value: string) => ({ __rl: true, mode: 'id', value }) as const;

const mapped = (value: Record<string, string>) => ({ mappingMode: 'defineBelow', value });

const forJob: Model['prepare'] = (world, index, random) => {
  const job = addJob(world, index, random);
  return { json: { jobId: job.id, name: job.name } };
};

const jobId = ({ json }: ChaosItem) => String(json.jobId);

function copied({ world, item, outputs }: Outcome): string | undefined {
  const copies = world.effectsOn('duplicateJob', jobId(item)).map(({ id }) => id);
  const { id, duplicateJob } = outputs[0]?.json ?? {};
  const told = (duplicateJob as { id?: string } | undefined)?.id ?? id;
  return copies.includes(told as string) ? undefined : `no such copy was made: ${String(told)}`;
}

const duplicates = {
  routes: CHANGES,
  only: 'recent',
  prepare: forJob,
  change: { kind: 'duplicateJob', target: jobId, isRepeatable: false },
  falsehood: copied,
  outputsAnItem: 1,
} as const;

const newName = ({ json }: ChaosItem) => String(json.name);

/** Operations of the projects' own GraphQL. */
export const graphqlOperations: Operations = {
  callOperation: {
    tried: { parameters: { rootField: rootField('query.projects'), selection: 'auto' } },
    chaos: [
      {
        parameters: {
          rootField: rootField('query.job'),
          arguments: mapped({ id: '={{ $json.jobId }}' }),
          selection: 'auto',
        },
        routes: READS,
        prepare: forJob,
        falsehood: ({ item, outputs }) =>
          outputs[0]?.json.id === item.json.jobId ? undefined : 'another job',
        outputsAnItem: 1,
      },
      {
        ...duplicates,
        parameters: {
          rootField: rootField('mutation.duplicateJob'),
          arguments: mapped({ originalJobId: '={{ $json.jobId }}' }),
          selection: 'custom',
          customSelection: 'id name project { id }',
        },
      },
      {
        ...duplicates,
        parameters: {
          rootField: rootField('mutation.duplicateJob'),
          arguments: mapped({ originalJobId: '={{ $json.jobId }}' }),
          selection: 'fields',
          fields: ['id', 'name', 'project.id'],
        },
      },
    ],
  },
  executeQuery: {
    example: { query: '{ projects { id name } }' },
    tried: { parameters: { query: '{ projects { id } }' } },
    chaos: [
      {
        parameters: {
          query: 'query One($id: UUID!) { job(id: $id) { id name } }',
          variables: '={{ JSON.stringify({ id: $json.jobId }) }}',
        },
        routes: [...READS, 'probe'],
        prepare: forJob,
        falsehood: ({ item, outputs }) =>
          (outputs[0]?.json.job as { id?: string } | null)?.id === item.json.jobId
            ? undefined
            : 'another job',
        outputsAnItem: 1,
      },
      {
        ...duplicates,
        parameters: {
          query: 'mutation Copy($id: UUID!) { duplicateJob(originalJobId: $id) { id } }',
          variables: '={{ JSON.stringify({ id: $json.jobId }) }}',
        },
      },
      {
        parameters: {
          query:
            'mutation Make($project: ProjectInput!) { createProject(project: $project) { id name } }',
          variables: '={{ JSON.stringify({ project: { name: $json.name } }) }}',
        },
        routes: CHANGES,
        prepare: (_world, index) => ({ json: { name: `Made ${index}` } }),
        change: { kind: 'createProject', target: newName, isRepeatable: false },
        falsehood: ({ world, item }) =>
          world.effectsOn('createProject', newName(item)).length > 0
            ? undefined
            : 'no project was made',
        outputsAnItem: 1,
      },
    ],
  },
  getSchema: {
    tried: { parameters: { format: 'sdl' } },
    chaos: {
      parameters: { format: 'sdl' },
      routes: ['login', 'introspection', 'introspection'],
      prepare: () => ({ json: {} }),
      falsehood: ({ outputs }) =>
        JSON.stringify(outputs[0]?.json).includes('JobInstance') ? undefined : 'no such schema',
      outputsAnItem: 1,
    },
  },
};

const ofRepository = {
  routes: CATALOG_READS,
  prepare: prepared(KINDS.repository),
  outputsAnItem: 1,
} as const;

/** Operations of the catalog's own GraphQL. */
export const catalogGraphqlOperations: Operations = {
  callOperation: {
    example: true,
    tried: { parameters: { rootField: rootField('query.facets'), selection: 'auto' } },
    chaos: [
      {
        ...ofRepository,
        parameters: {
          rootField: rootField('query.repository'),
          arguments: mapped({ id: '={{ $json.repositoryId }}' }),
          selection: 'auto',
        },
        falsehood: isTheOne(KINDS.repository),
      },
      {
        ...ofRepository,
        routes: CHANGES,
        parameters: {
          rootField: rootField('mutation.synchronizeRepository'),
          arguments: mapped({ id: '={{ $json.repositoryId }}' }),
          selection: 'fields',
          fields: ['repositoryId', 'count'],
        },
        change: {
          kind: 'synchronizeRepository',
          target: targetOf(KINDS.repository),
          isRepeatable: false,
        },
        falsehood: ({ item, outputs }) => {
          const { repositoryId } = outputs[0]?.json ?? {};
          return repositoryId === item.json.repositoryId ? undefined : `${String(repositoryId)}`;
        },
      },
    ],
  },
  executeQuery: {
    tried: { parameters: { query: '{ repositories { id } }' } },
    chaos: {
      ...ofRepository,
      parameters: {
        query: 'query One($id: UUID!) { repository(id: $id) { id name } }',
        variables: '={{ JSON.stringify({ id: $json.repositoryId }) }}',
      },
      falsehood: ({ item, outputs }) =>
        (outputs[0]?.json.repository as { id?: string } | null)?.id === item.json.repositoryId
          ? undefined
          : 'another one',
    },
  },
  getSchema: {
    tried: { parameters: { format: 'sdl' } },
    chaos: {
      ...ofRepository,
      parameters: { format: 'json' },
      routes: ['login', 'introspection', 'introspection'],
      falsehood: ({ outputs }) =>
        JSON.stringify(outputs[0]?.json).includes('RepositorySynchro')
          ? undefined
          : 'no such schema',
    },
  },
};
