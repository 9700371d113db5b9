import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import { APP_TECHNOLOGY_IDS, REPOSITORY_IDS, TECHNOLOGY_IDS, type Sandbox } from '../../../sandbox';
import type { StartItem } from '../../../harness/engine/helperNodes';
import { byId } from '../Projects/support';
import type { OperationTry } from './operationTry';

interface Tried {
  before?: (sandbox: Sandbox) => void;
  parameters: object;
  items?: StartItem[];
  settings?: Partial<INode>;
}

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

const writeFile = ({ confFiles }: Sandbox): void => confFiles.write('/old.conf', 'a=1');

/** Operations of the nodes that do not ask the Projects module, by resource and operation. */
const CATALOG: Record<string, Tried[]> = {
  'repository/synchronize': [
    // The other one comes from a file, which would have to be sent.
    { parameters: { repositoryId: byId(REPOSITORY_IDS.official) } },
  ],
  'repository/revertSynchronization': [
    { before: addSynchronization, parameters: { repositoryId: byId(REPOSITORY_IDS.official) } },
  ],
  'repository/create': [
    { parameters: { name: 'From an address', url: 'https://technologies.invalid/all.zip' } },
    {
      parameters: { name: 'From a file', source: 'file' },
      items: [{ file: { name: 'all.json', text: '{ "technologies": [] }' } }],
    },
  ],
  'repository/update': [
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
  'repository/delete': [
    {
      before: ({ store }) => addRepository(store, 'Old', OLD_REPOSITORY),
      parameters: { repositoryId: byId(OLD_REPOSITORY) },
    },
  ],
  'repository/getAll': [{ parameters: { returnAll: true } }],
  'repository/get': Object.values(REPOSITORY_IDS).map((id) => ({
    parameters: { repositoryId: byId(id) },
  })),
  'technology/getAll': [{ parameters: { returnAll: true } }],
  'technology/get': [TECHNOLOGY_IDS.python, TECHNOLOGY_IDS.spark, APP_TECHNOLOGY_IDS.notebook].map(
    (id) => ({ parameters: { technologyId: byId(id) } }),
  ),
  'context/getAll': [TECHNOLOGY_IDS.python, TECHNOLOGY_IDS.spark, APP_TECHNOLOGY_IDS.notebook].map(
    (id) => ({ parameters: { technologyId: byId(id), returnAll: true } }),
  ),
  'graphql/callOperation': [
    {
      parameters: {
        rootField: { __rl: true, mode: 'id', value: 'query.facets' },
        selection: 'auto',
      },
    },
  ],
  'graphql/executeQuery': [{ parameters: { query: '{ repositories { id } }' } }],
  'graphql/getSchema': [{ parameters: { format: 'sdl' } }],
};

const SETTINGS: Record<string, Tried[]> = {
  // A platform's settings come as they are; a plain value gets a name.
  'gpu/get': [
    {
      before: ({ platformSettings }) => (platformSettings.gpu = true),
      parameters: {},
    },
  ],
  'dataLakeUrl/getAll': [
    {
      before: ({ platformSettings }) =>
        (platformSettings.dataLakeUrls = ['hdfs://namenode.invalid:8020']),
      parameters: { returnAll: true },
    },
  ],
  'clusterNode/check': [{ parameters: {} }],
  'uploadToken/get': [
    { parameters: { revealToken: true } },
    { before: ({ cluster }) => (cluster.uploadTokenSecret = undefined), parameters: {} },
  ],
};

const CONF_FILES: Record<string, Tried[]> = {
  'file/upload': [
    { parameters: { filePath: '/new.conf', contentSource: 'text', textContent: 'a=1' } },
  ],
  'file/download': [
    { before: writeFile, parameters: { filePath: '/old.conf' } },
    { before: writeFile, parameters: { filePath: '/old.conf', output: 'text' } },
  ],
  'file/getAll': [{ parameters: { path: '/', recursive: true, returnAll: true } }],
  'file/delete': [{ before: writeFile, parameters: { filePath: '/old.conf' } }],
  'folder/sync': [
    {
      parameters: { targetPath: '/synced', filePath: '={{ $json.path }}' },
      items: ['a.conf', '../b.conf'].map((path) => ({
        json: { path },
        file: { name: path, text: 'a=1' },
      })),
      settings: { onError: 'continueRegularOutput' },
    },
    {
      parameters: { targetPath: '/synced', filePath: '={{ $json.path }}', dryRun: true },
      items: [{ json: { path: 'a.conf' }, file: { name: 'a.conf', text: 'a=1' } }],
    },
  ],
};

export const OTHER_TRIES: OperationTry[] = [
  ...triesOf('Catalog', CATALOG),
  ...triesOf('Settings', SETTINGS),
  ...triesOf('ConfFiles', CONF_FILES),
];

function triesOf(node: string, operations: Record<string, Tried[]>): OperationTry[] {
  return Object.entries(operations).flatMap(([operation, tries]) =>
    tries.map(({ before, parameters, ...more }) => ({
      row: `${node}: ${operation.replace('/', '.')}`,
      node,
      operation,
      parameters: (sandbox) => {
        before?.(sandbox);
        return parameters;
      },
      ...more,
    })),
  );
}
