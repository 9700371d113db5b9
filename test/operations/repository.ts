import { randomUUID } from 'node:crypto';
import { REPOSITORY_IDS, type Sandbox } from '../../sandbox';
import { DELETED } from '../../schemas/projects/entities';
import { byId } from '../nodes/Projects/support';
import { texts, type Operations } from './entry';
import { TECHNOLOGY } from './technology';

const OLD_REPOSITORY = '40000000-0000-4000-8000-000000000099';

const AUTOMATIC_REPOSITORY = '40000000-0000-4000-8000-000000000098';

function addRepository({ catalog }: Sandbox['store'], name: string, id: string): void {
  catalog.delete(id);
  catalog.add({
    id,
    name,
    readOnly: false,
    creator: 'demo',
    editor: 'demo',
    source: { kind: 'UrlSource', url: `https://technologies.invalid/${name}.zip` },
    synchroMode: { kind: 'Automatic', cron: '0 6 * * *' },
    technologies: [],
  });
}

function newRepository({ store }: Sandbox) {
  const id = randomUUID();
  addRepository(store, id, id);
  return { repositoryId: byId(id) };
}

function addSynchronization({ store: { catalog } }: Sandbox): void {
  const repository = catalog.find(REPOSITORY_IDS.official);
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
      failure: null,
      technologyReports: [],
    },
    repository,
  );
}

const updateOf = (id: string, updateFields: object) => ({
  parameters: { repositoryId: byId(id), updateFields },
});

const SOURCE = texts('__typename', 'url', 'name');

const MANUAL = { __typename: 'string', uselessField: 'boolean' } as const;

/** What a change of a repository gives. */
const EDITED = {
  ...texts('name', 'id', 'creationDate', 'creator', 'editor', 'modificationDate'),
  source: SOURCE,
  synchroMode: { ...MANUAL, cron: 'string' },
} as const;

const REPOSITORY = { ...EDITED, readOnly: 'boolean' } as const;

const REPORTS = { count: 'integer', lastReversibleId: 'string' } as const;

const REPORT = {
  ...texts('__typename', 'endedAt', 'id', 'startedAt'),
  numberOfChanges: 'integer',
  failure: 'string',
} as const;

const SYNCHRONIZATION = {
  count: 'integer',
  repositoryId: 'string',
  repositoryName: 'string',
  report: {
    ...REPORT,
    source: texts('__typename', 'url'),
    trigger: texts('author', 'type'),
    issues: [texts('message', 'path')],
    revert: texts('author', 'date'),
    technologyReports: [texts('message', 'status', 'technologyId', 'technologyLabel')],
  },
} as const;

/** Operations on repositories. */
export const repositoryOperations: Operations = {
  synchronize: {
    returns: SYNCHRONIZATION,
    // The other one comes from a file, which would have to be sent.
    tried: { parameters: { repositoryId: byId(REPOSITORY_IDS.official) } },
    changes: { synchronizeRepository: 'once' },
    chaos: newRepository,
  },
  revertSynchronization: {
    returns: SYNCHRONIZATION,
    tried: {
      before: addSynchronization,
      parameters: { repositoryId: byId(REPOSITORY_IDS.official) },
    },
    changes: { revertLastSynchronization: 'once' },
  },
  create: {
    returns: { ...EDITED, synchroMode: MANUAL },
    example: true,
    tried: [
      { parameters: { name: 'From an address', url: 'https://technologies.invalid/all.zip' } },
      {
        parameters: { name: 'From a file', source: 'file' },
        items: [{ file: { name: 'all.json', text: '{ "technologies": [] }' } }],
      },
    ],
    changes: { addRepository: 'once' },
  },
  update: {
    returns: EDITED,
    tried: [
      updateOf(REPOSITORY_IDS.own, { name: 'Own technologies' }),
      {
        before: ({ store }) => addRepository(store, 'Automatic', AUTOMATIC_REPOSITORY),
        ...updateOf(AUTOMATIC_REPOSITORY, { url: 'https://technologies.invalid/new.zip' }),
      },
    ],
    changes: { editRepository: 'repeatable' },
    chaos: (sandbox) => {
      const name = `Changed ${sandbox.store.catalog.list().length}`;
      return { ...newRepository(sandbox), updateFields: { name } };
    },
  },
  delete: {
    returns: DELETED,
    tried: {
      before: ({ store }) => addRepository(store, 'Old', OLD_REPOSITORY),
      parameters: { repositoryId: byId(OLD_REPOSITORY) },
    },
    changes: { removeRepository: 'repeatable' },
    chaos: newRepository,
  },
  getAll: {
    returns: { ...REPOSITORY, synchronizationReports: REPORTS },
    tried: { parameters: { returnAll: true } },
  },
  get: {
    returns: {
      ...REPOSITORY,
      synchronizationReports: { ...REPORTS, list: [REPORT] },
      technologies: [TECHNOLOGY],
    },
    tried: Object.values(REPOSITORY_IDS).map((id) => ({ parameters: { repositoryId: byId(id) } })),
  },
};
