import { randomUUID } from 'node:crypto';
import { REPOSITORY_IDS, type Sandbox } from '../../sandbox';
import { byId } from '../nodes/Projects/support';
import type { Operations, OperationsByResource } from './entry';

function newRepository({ store }: Sandbox) {
  const id = randomUUID();
  store.catalog.add({
    id,
    name: id,
    readOnly: false,
    creator: 'demo',
    editor: 'demo',
    source: { kind: 'UrlSource', url: `https://technologies.invalid/${id}.zip` },
    synchroMode: { kind: 'Automatic', cron: '0 6 * * *' },
    technologies: [],
  });
  return { repositoryId: byId(id) };
}

function addSynchronization(
  { store: { catalog } }: Sandbox,
  id: string = REPOSITORY_IDS.official,
): void {
  const repository = catalog.find(id);
  if (!repository) return;
  const now = catalog.clock();
  catalog.addSynchronization(
    {
      id: randomUUID(),
      repositoryId: repository.id,
      startedAt: now,
      endedAt: now,
      author: 'demo',
      trigger: 'MANUAL',
      source: repository.source,
      revert: null,
      technologyReports: [],
    },
    repository,
  );
}

const repositoryOperations: Operations = {
  synchronize: {
    tried: [
      { repositoryId: byId(REPOSITORY_IDS.official) },
      {
        parameters: { repositoryId: byId(REPOSITORY_IDS.own), source: 'file' },
        items: [{ file: { name: 'all.json', text: '{ "technologies": [] }' } }],
      },
    ],
    changes: { synchronizeRepository: 'once' },
    chaos: newRepository,
  },
  revertSynchronization: {
    tried: [
      {
        before: (sandbox) => addSynchronization(sandbox),
        parameters: { repositoryId: byId(REPOSITORY_IDS.official) },
      },
      {
        before: (sandbox) => addSynchronization(sandbox, REPOSITORY_IDS.own),
        parameters: { repositoryId: byId(REPOSITORY_IDS.own) },
      },
    ],
    changes: { revertLastSynchronization: 'once' },
  },
  create: {
    example: true,
    tried: [
      { name: 'From an address', url: 'https://technologies.invalid/all.zip' },
      {
        parameters: { name: 'From a file', source: 'file' },
        items: [{ file: { name: 'all.json', text: '{ "technologies": [] }' } }],
      },
    ],
    changes: { addRepository: 'once' },
  },
  update: {
    tried: [
      { repositoryId: byId(REPOSITORY_IDS.own), updateFields: { name: 'Own technologies' } },
      (sandbox) => ({
        ...newRepository(sandbox),
        updateFields: { url: 'https://technologies.invalid/new.zip' },
      }),
    ],
    changes: { editRepository: 'repeatable' },
    chaos: (sandbox) => {
      const name = `Changed ${sandbox.store.catalog.list().length}`;
      return { ...newRepository(sandbox), updateFields: { name } };
    },
  },
  delete: {
    tried: newRepository,
    changes: { removeRepository: 'repeatable' },
  },
  getAll: {
    tried: { returnAll: true },
  },
  get: {
    tried: Object.values(REPOSITORY_IDS).map((id) => ({ parameters: { repositoryId: byId(id) } })),
  },
};

export const operations: OperationsByResource = {
  'Catalog repository': repositoryOperations,
};
