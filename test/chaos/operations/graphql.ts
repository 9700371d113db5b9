import {
  addJob,
  addEntity,
  byId,
  someProject,
  type ChaosItem,
  type ChaosOperation,
  type Outcome,
} from './operation';

const READS = ['login', 'introspection', 'query'] as const;
const CHANGES = ['login', 'introspection', 'probe', 'mutation', 'mutation'] as const;
const rootField = (value: string) => ({ __rl: true, mode: 'id', value }) as const;
const mapped = (value: Record<string, string>) => ({ mappingMode: 'defineBelow', value });

const forJob: ChaosOperation['prepare'] = (world, index, random) => {
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
  node: 'Projects',
  routes: CHANGES,
  only: 'recent',
  prepare: forJob,
  change: { kind: 'duplicateJob', target: jobId, isRepeatable: false },
  falsehood: copied,
  outputsAnItem: 1,
} as const;

const newName = ({ json }: ChaosItem) => String(json.name);

export const graphqlOperations: ChaosOperation[] = [
  {
    name: 'graphql.callOperation',
    node: 'Projects',
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
    name: 'graphql.callOperation',
    parameters: {
      rootField: rootField('mutation.duplicateJob'),
      arguments: mapped({ originalJobId: '={{ $json.jobId }}' }),
      selection: 'custom',
      customSelection: 'id name project { id }',
    },
  },
  {
    ...duplicates,
    name: 'graphql.callOperation',
    parameters: {
      rootField: rootField('mutation.duplicateJob'),
      arguments: mapped({ originalJobId: '={{ $json.jobId }}' }),
      selection: 'fields',
      fields: ['id', 'name', 'project.id'],
    },
  },
  {
    name: 'graphql.executeQuery',
    node: 'Projects',
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
    name: 'graphql.executeQuery',
    parameters: {
      query: 'mutation Copy($id: UUID!) { duplicateJob(originalJobId: $id) { id } }',
      variables: '={{ JSON.stringify({ id: $json.jobId }) }}',
    },
  },
  {
    name: 'graphql.executeQuery',
    node: 'Projects',
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
  {
    name: 'graphql.getSchema',
    node: 'Projects',
    parameters: { format: 'sdl' },
    routes: ['login', 'introspection', 'introspection'],
    prepare: () => ({ json: {} }),
    falsehood: ({ outputs }) =>
      JSON.stringify(outputs[0]?.json).includes('JobInstance') ? undefined : 'no such schema',
    outputsAnItem: 1,
  },
];

const repository: ChaosOperation['prepare'] = (world, index) => {
  const { id } = addEntity(world.repositories, world, { name: `Repository ${index}` });
  const technology = addEntity(world.technologies, world, { name: `tech-${index}`, projectId: id });
  return {
    json: { repositoryId: id, technologyId: technology.id, projectId: someProject(world).id },
  };
};
const repositoryId = ({ json }: ChaosItem) => String(json.repositoryId);
const CATALOG_READS = ['login', 'introspection', 'probe', 'query'] as const;
const count = (entities: (outcome: Outcome) => number) => (outcome: Outcome) =>
  outcome.outputs.length === entities(outcome)
    ? undefined
    : `${outcome.outputs.length} instead of ${entities(outcome)}`;

export const catalogOperations: ChaosOperation[] = [
  {
    name: 'repository.getAll',
    node: 'Catalog',
    parameters: { returnAll: true },
    routes: CATALOG_READS,
    prepare: repository,
    falsehood: count(({ world }) => world.repositories.size),
  },
  {
    name: 'repository.get',
    node: 'Catalog',
    parameters: { repositoryId: byId('repositoryId') },
    routes: CATALOG_READS,
    prepare: repository,
    falsehood: ({ item, outputs }) =>
      outputs[0]?.json.id === item.json.repositoryId ? undefined : 'another one',
    outputsAnItem: 1,
  },
  {
    name: 'repository.synchronize',
    node: 'Catalog',
    parameters: { repositoryId: byId('repositoryId') },
    routes: ['login', 'introspection', 'probe', 'mutation', 'mutation'],
    prepare: repository,
    change: { kind: 'synchronizeRepository', target: repositoryId, isRepeatable: false },
    falsehood: ({ world, item }) =>
      world.effectsOn('synchronizeRepository', repositoryId(item)).length > 0
        ? undefined
        : 'it was not synchronized',
    outputsAnItem: 1,
  },
  {
    name: 'technology.getAll',
    node: 'Catalog',
    parameters: { returnAll: true },
    routes: CATALOG_READS,
    prepare: repository,
    falsehood: count(({ world }) => world.technologies.size),
  },
  {
    name: 'technology.get',
    node: 'Catalog',
    parameters: { technologyId: byId('technologyId') },
    routes: CATALOG_READS,
    prepare: repository,
    falsehood: ({ item, outputs }) =>
      outputs[0]?.json.id === item.json.technologyId ? undefined : 'another one',
    outputsAnItem: 1,
  },
  {
    name: 'context.getAll',
    node: 'Catalog',
    parameters: { technologyId: byId('technologyId'), returnAll: true },
    routes: CATALOG_READS,
    prepare: repository,
    falsehood: count(() => 2),
  },
];

export const settingsOperations: ChaosOperation[] = [
  {
    name: 'gpu.get',
    node: 'Settings',
    parameters: {},
    routes: ['login', 'settings', 'settings'],
    prepare: () => ({ json: {} }),
    falsehood: ({ outputs }) =>
      outputs[0]?.json.isGpuEnabled === true ? undefined : 'another setting',
    outputsAnItem: 1,
  },
  {
    name: 'dataLakeUrl.getAll',
    node: 'Settings',
    parameters: { returnAll: true },
    routes: ['login', 'settings', 'settings'],
    prepare: () => ({ json: {} }),
    falsehood: count(() => 2),
  },
];
