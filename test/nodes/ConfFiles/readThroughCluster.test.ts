import { gzipSync } from 'node:zlib';
import { readBinary } from '../../support/engine/binaryData';
import type { Sandbox } from '../../../sandbox';
import { HARD_PATHS } from '../../support/hardPaths';
import { startEmptySandbox, textFile } from './support';
import { runThroughCluster } from './throughCluster';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startEmptySandbox();
});
afterEach(() => sandbox.close());

const THROUGH = { readThrough: 'cluster' };
const DOWNLOAD = {
  resource: 'file',
  operation: 'download',
  filePath: '={{ $json.path }}',
  binaryPropertyName: 'data',
  ...THROUGH,
};
const LIST = { resource: 'file', operation: 'getAll', path: '/', returnAll: true, ...THROUGH };
const SYNC = {
  resource: 'folder',
  operation: 'sync',
  targetPath: '/sync',
  filePath: '={{ $json.path }}',
  ...THROUGH,
};
const requests = (operation: string) => sandbox.stats.byOperation[operation] ?? 0;

test('every hard name comes through unharmed, in its content and in listings', async () => {
  const inFolders = HARD_PATHS.map((path, index) => `/${index}${path}`);
  for (const path of inFolders) sandbox.confFiles.write(path, `content of ${path}`);
  const listed = await runThroughCluster(sandbox, { ...LIST, recursive: true });
  expect(listed.error).toBeUndefined();
  const files = listed.json.filter(({ type }) => type === 'file').map(({ path }) => path);
  expect(files.sort()).toEqual([...inFolders].sort());

  const items = inFolders.map((path) => ({ json: { path } }));
  const { outputs, error } = await runThroughCluster(sandbox, DOWNLOAD, items);
  expect(error).toBeUndefined();
  const contents = await Promise.all(
    (outputs[0] ?? []).map(async ({ binary }) => String(await readBinary(binary?.data?.id))),
  );
  expect(contents).toEqual(inFolders.map((path) => `content of ${path}`));
});

test('the service is asked as ever, and never sees the token of the account', async () => {
  sandbox.confFiles.write('/a b', 'x');
  await runThroughCluster(sandbox, DOWNLOAD, [{ json: { path: 'a b' } }]);
  const { uploadCredentials, clusterCredentials } = sandbox;
  const scope = `${uploadCredentials.customer}/${uploadCredentials.platformId}`;
  const [through, asked] = sandbox.stats.recent;
  expect(sandbox.stats.recent).toHaveLength(2);
  expect(through).toMatchObject({
    operation: 'clusterProxy',
    path: `/kubernetes/api/v1/namespaces/platform-common/services/platform-common-confservice:80/proxy/configuration/${scope}/a%20b`,
    headers: { authorization: `Bearer ${clusterCredentials.token}` },
  });
  expect(asked).toMatchObject({
    operation: 'confRetrieve',
    path: `/configuration/${scope}/a%20b`,
  });
  expect(asked?.headers.authorization).toBeUndefined();
});

test('a compressed file keeps its bytes', async () => {
  const stored = gzipSync(Buffer.alloc(6_000, 'a,b;'));
  sandbox.confFiles.write('/numbers.csv.gz', stored);
  const { outputs, json, error } = await runThroughCluster(sandbox, DOWNLOAD, [
    { json: { path: 'numbers.csv.gz' } },
  ]);
  expect(error).toBeUndefined();
  expect(json).toMatchObject([{ size: stored.length }]);
  const bytes = await readBinary(outputs[0]?.[0]?.binary?.data?.id);
  expect(bytes.equals(stored)).toBe(true);
});

test('a sync compares through the cluster', async () => {
  sandbox.confFiles.listingForm = 'names';
  const credential = { uploadToken: sandbox.uploadCredentials.uploadToken };
  const items = ['a b', 'sub/c#d'].map((path) => textFile(path, `content of ${path}`));
  const actions = async () =>
    (await runThroughCluster(sandbox, SYNC, items, { credential })).json.map(
      ({ action }) => action,
    );
  expect(await actions()).toEqual(['uploaded', 'uploaded']);
  sandbox.confFiles.write('/sync/a b', 'CONTENT OF a b');
  expect(await actions()).toEqual(['uploaded', 'unchanged']);
  expect(requests('clusterProxy')).toBe(requests('confList') + requests('confRetrieve'));
});

describe('a page, which the API server writes anew', () => {
  const PAGE = '<HTML><a href="/x">y</a></HTML>';
  beforeEach(() => sandbox.confFiles.write('/page.html', PAGE));

  test('is not handed out with other bytes', async () => {
    const { error } = await runThroughCluster(sandbox, DOWNLOAD, [{ json: { path: 'page.html' } }]);
    expect(error).toMatchObject({
      message: 'The API server would change the HTML file /page.html',
      description: expect.stringContaining('Set "Read Files Through" to Local Address'),
    });
  });

  test('is uploaded again by a sync, which cannot compare it', async () => {
    sandbox.confFiles.write('/sync/page.html', PAGE);
    const credential = { uploadToken: sandbox.uploadCredentials.uploadToken };
    const { json, error } = await runThroughCluster(
      sandbox,
      SYNC,
      [textFile('page.html', PAGE), textFile('other', 'x')],
      { credential },
    );
    expect(error).toBeUndefined();
    expect(json.map(({ action }) => action)).toEqual(['uploaded', 'uploaded']);
    expect(sandbox.confFiles.read('/sync/page.html')?.toString()).toBe(PAGE);
  });
});
