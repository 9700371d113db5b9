import { gzipSync } from 'node:zlib';
import { readBinary } from '../../support/engine/binaryData';
import { HARD_PATHS } from '../../support/hardPaths';
import { sandboxForEachTest } from '../../support/testSandbox';
import { DOWNLOAD, LIST, runThroughCluster, SYNC, textFile } from './support';

const sandbox = sandboxForEachTest({ seed: false });

const readThrough = 'cluster';
const download = async (...paths: string[]) => {
  const items = paths.map((path) => ({ json: { path } }));
  const result = await runThroughCluster(sandbox, { ...DOWNLOAD, readThrough }, items);
  const bytes = (result.outputs[0] ?? []).map(({ binary }) => readBinary(binary?.data?.id));
  return { ...result, contents: await Promise.all(bytes) };
};
const sync = async (...files: Array<[path: string, text: string]>) => {
  const items = files.map(([path, text]) => textFile(path, text));
  const { uploadToken } = sandbox.uploadCredentials;
  const parameters = { ...SYNC, targetPath: '/sync', readThrough };
  const { json } = await runThroughCluster(sandbox, parameters, items, {
    credential: { uploadToken },
  });
  return json.map(({ action }) => action);
};

test('every hard name comes through unharmed, in its content and in listings', async () => {
  const inFolders = HARD_PATHS.map((path, index) => `/${index}${path}`);
  for (const path of inFolders) sandbox.confFiles.write(path, `content of ${path}`);
  const all = { ...LIST, readThrough, recursive: true, returnAll: true };
  const { json } = await runThroughCluster(sandbox, all);
  const files = json.filter(({ type }) => type === 'file').map(({ path }) => path);
  expect(files.sort()).toEqual([...inFolders].sort());
  const { contents } = await download(...inFolders);
  expect(contents.map(String)).toEqual(inFolders.map((path) => `content of ${path}`));
});

test('the service is asked as ever, and never sees the token of the account', async () => {
  sandbox.confFiles.write('/a b', 'x');
  await download('a b');
  const { uploadCredentials, clusterCredentials, stats } = sandbox;
  const scope = `${uploadCredentials.customer}/${uploadCredentials.platformId}`;
  const [through, asked] = stats.recent;
  expect(stats.recent).toHaveLength(2);
  expect(through).toMatchObject({
    operation: 'clusterProxy',
    path: `/kubernetes/api/v1/namespaces/platform-common/services/platform-common-confservice:80/proxy/configuration/${scope}/a%20b`,
    headers: { authorization: `Bearer ${clusterCredentials.token}` },
  });
  const path = `/configuration/${scope}/a%20b`;
  expect(asked).toMatchObject({ operation: 'confRetrieve', path });
  expect(asked?.headers.authorization).toBeUndefined();
});

test('a compressed file keeps its bytes', async () => {
  const stored = gzipSync(Buffer.alloc(6_000, 'a,b;'));
  sandbox.confFiles.write('/numbers.csv.gz', stored);
  const { json, contents } = await download('numbers.csv.gz');
  expect(json).toMatchObject([{ size: stored.length }]);
  expect(contents[0]?.equals(stored)).toBe(true);
});

test('a sync compares through the cluster', async () => {
  sandbox.confFiles.listingForm = 'names';
  const files = ['a b', 'sub/c#d'].map((path): [string, string] => [path, `content of ${path}`]);
  expect(await sync(...files)).toEqual(['uploaded', 'uploaded']);
  sandbox.confFiles.write('/sync/a b', 'CONTENT OF a b');
  expect(await sync(...files)).toEqual(['uploaded', 'unchanged']);
  const { clusterProxy, confList = 0, confRetrieve = 0 } = sandbox.stats.byOperation;
  expect(clusterProxy).toBe(confList + confRetrieve);
});

test('a page, which the API server writes anew, is not handed out with other bytes; a sync uploads it again', async () => {
  const page = '<HTML><a href="/x">y</a></HTML>';
  sandbox.confFiles.write('/sync/page.html', page);
  const { error } = await download('sync/page.html');
  expect(error).toMatchObject({
    message: 'The API server would change the HTML file /sync/page.html',
    description: expect.stringContaining('Set "Read Files Through" to Local Address'),
  });
  expect(await sync(['page.html', page], ['other', 'x'])).toEqual(['uploaded', 'uploaded']);
  expect(sandbox.confFiles.read('/sync/page.html')?.toString()).toBe(page);
});
