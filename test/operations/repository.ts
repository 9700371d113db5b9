import { randomUUID } from 'node:crypto';
import { REPOSITORY_IDS, type Sandbox } from '../../sandbox';
import { DELETED } from '../../schemas/projects/entities';
import {
  act,
  CATALOG_READS,
  CHANGES,
  countIs,
  get,
  KINDS,
  prepared,
  remove,
} from '../chaos/operations/kinds';
import type { ChaosItem, Model } from '../chaos/operations/operation';
import { byId } from '../nodes/Projects/support';
import type { Operations } from './entry';
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

function addSynchronization({ store: { catalog } }: Sandbox): void {
  const repository = catalog.repository(REPOSITORY_IDS.official);
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

const SOURCE = { __typename: 'string', url: 'string', name: 'string' } as const;

const MANUAL = { __typename: 'string', uselessField: 'boolean' } as const;

/** What a change of a repository gives. */
const EDITED = {
  name: 'string',
  id: 'string',
  creationDate: 'string',
  creator: 'string',
  editor: 'string',
  modificationDate: 'string',
  source: SOURCE,
  synchroMode: { ...MANUAL, cron: 'string' },
} as const;

const REPOSITORY = { ...EDITED, readOnly: 'boolean' } as const;

const REPORTS = { count: 'integer', lastReversibleId: 'string' } as const;

const REPORT = {
  __typename: 'string',
  endedAt: 'string',
  id: 'string',
  startedAt: 'string',
  numberOfChanges: 'integer',
  failure: 'string',
} as const;

const SYNCHRONIZATION = {
  count: 'integer',
  repositoryId: 'string',
  repositoryName: 'string',
  report: {
    ...REPORT,
    source: { __typename: 'string', url: 'string' },
    trigger: { author: 'string', type: 'string' },
    issues: [{ message: 'string', path: 'string' }],
    revert: { author: 'string', date: 'string' },
    technologyReports: [
      { message: 'string', status: 'string', technologyId: 'string', technologyLabel: 'string' },
    ],
  },
} as const;

const named = ({ json }: ChaosItem) => String(json.name);

const newUrl = ({ json }: ChaosItem) => `https://example.com/${String(json.index)}.yml`;

/** A repository that is made, from an address or a file. */
const created = {
  routes: CHANGES,
  change: { kind: 'addRepository', target: named, isRepeatable: false },
  falsehood: ({ world, item, outputs }) =>
    world.repositories.get(String(outputs[0]?.json.id))?.name === named(item)
      ? undefined
      : 'no such repository was made',
  outputsAnItem: 1,
} satisfies Partial<Model>;

/** Operations on repositories. */
export const repositoryOperations: Operations = {
  synchronize: {
    returns: SYNCHRONIZATION,
    // The other one comes from a file, which would have to be sent.
    tried: { parameters: { repositoryId: byId(REPOSITORY_IDS.official) } },
    chaos: act(KINDS.repository, 'synchronizeRepository'),
  },
  revertSynchronization: {
    returns: SYNCHRONIZATION,
    tried: {
      before: addSynchronization,
      parameters: { repositoryId: byId(REPOSITORY_IDS.official) },
    },
    chaos: act(KINDS.repository, 'revertLastSynchronization', { routes: [...CHANGES, 'query'] }),
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
    chaos: [
      {
        ...created,
        parameters: {
          name: '={{ $json.name }}',
          source: 'url',
          url: 'https://example.com/new.yml',
        },
        prepare: (_world, index) => ({ json: { name: `New ${index}` } }),
      },
      {
        ...created,
        parameters: { name: '={{ $json.name }}', source: 'file', binaryPropertyName: 'data' },
        prepare: (_world, index) => ({
          json: { name: `New ${index}` },
          file: { name: 'metadata.yml', text: `technology: ${index}` },
        }),
      },
    ],
  },
  update: {
    returns: EDITED,
    tried: [
      {
        parameters: {
          repositoryId: byId(REPOSITORY_IDS.own),
          updateFields: { name: 'Own technologies' },
        },
      },
      {
        before: ({ store }) => addRepository(store, 'Automatic', AUTOMATIC_REPOSITORY),
        parameters: {
          repositoryId: byId(AUTOMATIC_REPOSITORY),
          updateFields: { url: 'https://technologies.invalid/new.zip' },
        },
      },
    ],
    chaos: [true, false].map((triggerSynchronization) =>
      act(KINDS.repository, triggerSynchronization ? 'synchronizeRepository' : 'editRepository', {
        isRepeatable: !triggerSynchronization,
        parameters: {
          updateFields: {
            url: '=https://example.com/{{ $json.index }}.yml',
            triggerSynchronization,
          },
        },
        falsehood: ({ world, item }) =>
          world.repositories.get(String(item.json.repositoryId))?.url === newUrl(item)
            ? undefined
            : 'it was not changed',
      }),
    ),
  },
  delete: {
    returns: DELETED,
    tried: {
      before: ({ store }) => addRepository(store, 'Old', OLD_REPOSITORY),
      parameters: { repositoryId: byId(OLD_REPOSITORY) },
    },
    chaos: remove(KINDS.repository, 'removeRepository'),
  },
  getAll: {
    returns: { ...REPOSITORY, synchronizationReports: REPORTS },
    tried: { parameters: { returnAll: true } },
    chaos: {
      parameters: { returnAll: true },
      routes: CATALOG_READS,
      prepare: prepared(KINDS.repository),
      falsehood: countIs(({ world }) => world.repositories.size),
    },
  },
  get: {
    returns: {
      ...REPOSITORY,
      synchronizationReports: { ...REPORTS, list: [REPORT] },
      technologies: [TECHNOLOGY],
    },
    tried: Object.values(REPOSITORY_IDS).map((id) => ({ parameters: { repositoryId: byId(id) } })),
    chaos: { ...get(KINDS.repository), routes: CATALOG_READS },
  },
};
