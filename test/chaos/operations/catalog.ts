import { CHANGES, get, isTheOne, KINDS, prepared, remove, targetOf } from './kinds';
import type { ChaosItem, ChaosOperation } from './operation';
import { byId } from './operation';

const { repository } = KINDS;
const named = ({ json }: ChaosItem) => String(json.name);
const ofRepository = { repositoryId: byId('repositoryId') };
const newUrl = ({ json }: ChaosItem) => `https://example.com/${String(json.index)}.yml`;
const rootField = (value: string) => ({ __rl: true, mode: 'id', value }) as const;
const mapped = (value: Record<string, string>) => ({ mappingMode: 'defineBelow', value });

const reads = {
  node: 'Catalog',
  routes: ['login', 'introspection', 'probe', 'query'],
  prepare: prepared(repository),
  outputsAnItem: 1,
} as const;

const changes = {
  node: 'Catalog',
  parameters: ofRepository,
  routes: CHANGES,
  prepare: prepared(repository),
  outputsAnItem: 1,
} as const;

export const repositoryOperations: ChaosOperation[] = [
  { ...get(repository), ...reads },
  {
    ...changes,
    name: 'repository.create',
    parameters: { name: '={{ $json.name }}', source: 'url', url: 'https://example.com/new.yml' },
    prepare: (_world, index) => ({ json: { name: `New ${index}` } }),
    change: { kind: 'addRepository', target: named, isRepeatable: false },
    falsehood: ({ world, item, outputs }) =>
      world.repositories.get(String(outputs[0]?.json.id))?.name === named(item)
        ? undefined
        : 'no such repository was made',
  },
  {
    ...changes,
    name: 'repository.create',
    parameters: { name: '={{ $json.name }}', source: 'file', binaryPropertyName: 'data' },
    prepare: (_world, index) => ({
      json: { name: `New ${index}` },
      file: { name: 'metadata.yml', text: `technology: ${index}` },
    }),
    change: { kind: 'addRepository', target: named, isRepeatable: false },
    falsehood: ({ world, item, outputs }) =>
      world.repositories.get(String(outputs[0]?.json.id))?.name === named(item)
        ? undefined
        : 'no such repository was made',
  },
  ...[true, false].map((triggerSynchronization): ChaosOperation => ({
    ...changes,
    name: 'repository.update',
    parameters: {
      ...ofRepository,
      updateFields: { url: '=https://example.com/{{ $json.index }}.yml', triggerSynchronization },
    },
    change: {
      kind: triggerSynchronization ? 'synchronizeRepository' : 'editRepository',
      target: targetOf(repository),
      isRepeatable: !triggerSynchronization,
    },
    falsehood: ({ world, item }) =>
      world.repositories.get(String(item.json.repositoryId))?.url === newUrl(item)
        ? undefined
        : 'it was not changed',
  })),
  { ...remove(repository, 'removeRepository'), node: 'Catalog' },
  {
    ...changes,
    name: 'repository.revertSynchronization',
    routes: [...CHANGES, 'query'],
    change: {
      kind: 'revertLastSynchronization',
      target: targetOf(repository),
      isRepeatable: false,
    },
    falsehood: ({ world, item }) =>
      world.effectsOn('revertLastSynchronization', String(item.json.repositoryId)).length > 0
        ? undefined
        : 'it was not reverted',
  },
  {
    ...reads,
    name: 'graphql.callOperation',
    parameters: {
      rootField: rootField('query.repository'),
      arguments: mapped({ id: '={{ $json.repositoryId }}' }),
      selection: 'auto',
    },
    falsehood: isTheOne(repository),
  },
  {
    ...changes,
    name: 'graphql.callOperation',
    parameters: {
      rootField: rootField('mutation.synchronizeRepository'),
      arguments: mapped({ id: '={{ $json.repositoryId }}' }),
      selection: 'fields',
      fields: ['repositoryId', 'count'],
    },
    change: { kind: 'synchronizeRepository', target: targetOf(repository), isRepeatable: false },
    falsehood: ({ item, outputs }) => {
      const { repositoryId } = outputs[0]?.json ?? {};
      return repositoryId === item.json.repositoryId ? undefined : `${String(repositoryId)}`;
    },
  },
  {
    ...reads,
    name: 'graphql.executeQuery',
    parameters: {
      query: 'query One($id: UUID!) { repository(id: $id) { id name } }',
      variables: '={{ JSON.stringify({ id: $json.repositoryId }) }}',
    },
    falsehood: ({ item, outputs }) =>
      (outputs[0]?.json.repository as { id?: string } | null)?.id === item.json.repositoryId
        ? undefined
        : 'another one',
  },
  {
    ...reads,
    name: 'graphql.getSchema',
    parameters: { format: 'json' },
    routes: ['login', 'introspection', 'introspection'],
    falsehood: ({ outputs }) =>
      JSON.stringify(outputs[0]?.json).includes('RepositorySynchro') ? undefined : 'no such schema',
  },
];
