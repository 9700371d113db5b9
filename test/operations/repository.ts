import { randomUUID } from 'node:crypto';
import { REPOSITORY_IDS, type Sandbox } from '../../sandbox';
import { DELETED } from '../../schemas/projects/entities';
import { byId } from '../nodes/Projects/support';
import { fields, type Operations } from './entry';
import { TECHNOLOGY } from './technology';

/** One that synchronizes itself. */
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

const SOURCE = fields('__typename url name');

const MANUAL = fields('__typename uselessField:boolean');

/** What a change of a repository gives. */
const EDITED = {
  ...fields('name id creationDate creator editor modificationDate'),
  source: SOURCE,
  synchroMode: { ...MANUAL, cron: 'string' },
} as const;

const REPOSITORY = { ...EDITED, readOnly: 'boolean' } as const;

const REPORTS = fields('count:integer lastReversibleId');

const REPORT = fields('__typename endedAt id startedAt numberOfChanges:integer failure');

const SYNCHRONIZATION = {
  ...fields('count:integer repositoryId repositoryName'),
  report: {
    ...REPORT,
    source: fields('__typename name url'),
    trigger: fields('author type'),
    issues: [fields('message path')],
    revert: fields('author date'),
    technologyReports: [fields('message status technologyId technologyLabel')],
  },
} as const;

/** Operations on repositories. */
export const repositoryOperations: Operations = {
  synchronize: {
    returns: SYNCHRONIZATION,
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
      { name: 'From an address', url: 'https://technologies.invalid/all.zip' },
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
    returns: DELETED,
    tried: newRepository,
    changes: { removeRepository: 'repeatable' },
  },
  getAll: {
    returns: { ...REPOSITORY, synchronizationReports: REPORTS },
    tried: { returnAll: true },
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
