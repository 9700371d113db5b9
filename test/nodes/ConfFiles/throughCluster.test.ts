import { gzipSync } from 'node:zlib';
import type { Fault } from '../../../sandbox';
import { readBinary } from '../../support/engine/binaryData';
import { HARD_PATHS } from '../../support/hardPaths';
import { startRawServer } from '../../support/rawServer';
import { sandboxForEachTest } from '../../support/testSandbox';
import { untilTestEnds } from '../../support/untilTestEnds';
import {
  type Changes,
  DELETE,
  DOWNLOAD,
  LIST,
  runConfFiles,
  runThroughCluster,
  SYNC,
  textFile,
  UPLOAD,
} from './support';

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

// n8n does not require the credential.
test('without a Kubernetes credential, the node names it and sends nothing', async () => {
  const { error } = await runConfFiles(sandbox, { ...LIST, readThrough });
  expect(error?.message).toBe('No Kubernetes credential is selected');
  expect(sandbox.stats.requests).toBe(0);
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
  sandbox.confFiles.listingFormat = 'names';
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

const FROM_CLUSTER = { uploadTokenFrom: 'cluster' };
const CONTINUES: Changes = { settings: { onError: 'continueRegularOutput' } };
const upload = async (count = 1, changes?: Changes) => {
  const items = Array.from({ length: count }, (_, index) => textFile(`file-${index}`, 'x'));
  return await runThroughCluster(sandbox, { ...UPLOAD, ...FROM_CLUSTER }, items, changes);
};
const requests = (operation: string) => sandbox.stats.byOperation[operation] ?? 0;

test('a token from the cluster is hidden if a response repeats it', async () => {
  const { baseUrl } = await untilTestEnds(
    startRawServer(({ headers }, response) => {
      response.writeHead(400).end(`Unknown: ${headers.authorization?.replace('Bearer ', '')}`);
    }),
  );
  const { error } = await upload(1, { credential: { baseUrl } });
  expect(error?.message).toContain('Unknown: ***');
  const { uploadToken } = sandbox.uploadCredentials;
  expect(`${error?.message} ${error?.description}`).not.toContain(uploadToken);
});

async function expectUploads() {
  sandbox.stats.reset();
  const { json, error, outputs } = await upload(20);
  expect(error).toBeUndefined();
  expect(json).toHaveLength(20);
  expect(sandbox.confFiles.paths()).toHaveLength(20);
  expect([requests('clusterSecret'), requests('clusterProxy')]).toEqual([1, 0]);
  expect(JSON.stringify(outputs)).not.toContain(sandbox.uploadCredentials.uploadToken);
}

test('20 files are uploaded with a token that no one pasted', expectUploads);

test('after a refused token, the next run reads it again, once, and 20 files arrive', async () => {
  sandbox.cluster.uploadTokenSecret = { token: 'the-token-of-yesterday' };
  await upload(1, CONTINUES);
  expect(requests('confUpload')).toBeGreaterThan(0);
  expect(sandbox.confFiles.paths()).toEqual([]);
  sandbox.cluster.uploadTokenSecret = { token: sandbox.uploadCredentials.uploadToken };
  await expectUploads();
});

test('a delete and a sync take it as well, and it is kept in memory', async () => {
  sandbox.confFiles.write('/old', 'x');
  const remove = { ...DELETE, ...FROM_CLUSTER };
  const deleted = await runThroughCluster(sandbox, remove, [textFile('old', '')]);
  expect(deleted.json).toEqual([{ deleted: true, path: '/old' }]);
  const sync = { ...SYNC, targetPath: '/', readThrough: 'cluster', options: FROM_CLUSTER };
  const synced = await runThroughCluster(sandbox, sync, [textFile('new', 'y')]);
  expect(synced.json).toEqual([{ path: '/new', action: 'uploaded', size: 1 }]);
  expect(requests('clusterSecret')).toBe(1);
});

test.each([1, 20])('with a token that is not the service’s, %i files fail', async (count) => {
  sandbox.cluster.uploadTokenSecret = { token: 'a-token-of-nobody-1' };
  const { outputs } = await upload(count, CONTINUES);
  const failed = (outputs[0] ?? []).map(({ json }) => json);
  expect(failed).toHaveLength(count);
  expect(failed[0]?.error).toMatch(/did not upload \/file-0: .*HTTP 403/);
  expect(failed[0]?.errorDescription).toMatch(
    /read from the secret platform-common-conf-upload-token.*restart the service/,
  );
  expect(JSON.stringify(outputs)).not.toContain('a-token-of-nobody-1');
  expect(requests('confUpload')).toBe(count);
  expect(requests('clusterSecret')).toBe(1);
});

const NO_TOKEN = /^The cluster has no upload token: /;
const NO_SECRET = /^The cluster did not return the secret /;

// prettier-ignore
test.each<[string, () => Changes | void, RegExp, RegExp, RegExp]>([
  ['there is no secret', () => void (sandbox.cluster.uploadTokenSecret = undefined), NO_TOKEN,
    /There is no secret platform-common-conf-upload-token/, /#the-upload-token$/],
  ['the secret holds nothing', () => void (sandbox.cluster.uploadTokenSecret = { other: 'x' }), NO_TOKEN,
    /: The secret .* has no valid token in its key token/, /#the-upload-token$/],
  ['the account may not read it', () => void sandbox.cluster.forbidden.add('secrets'), NO_SECRET, /HTTP 403/,
    /does not have this right/],
  ['its token has ended', () => ({ cluster: { token: 'an-old-token' } }), NO_SECRET, /HTTP 401/, /may have expired/],
  ['the API server stays away',
    () => sandbox.faults.add({ kind: 'resetAfter', operation: 'clusterSecret', times: 9 }), /^The connection to /,
    / broke$/, /./],
])('nothing is uploaded where %s; the next run asks again', async (_name, prepare, ...expected) => {
  const { outputs } = await upload(3, { ...CONTINUES, ...prepare() });
  const [what, message, description] = expected;
  for (const { json } of outputs[0] ?? []) {
    expect(json.error).toMatch(what);
    expect(json.error).toMatch(message);
    expect(json.errorDescription).toMatch(description);
    expect(json.mayHaveHappened).toBe(false);
  }
  expect(outputs[0]).toHaveLength(3);
  expect(requests('confUpload')).toBe(0);
  sandbox.cluster.forbidden.clear();
  sandbox.faults.clear();
  sandbox.cluster.uploadTokenSecret = { token: sandbox.uploadCredentials.uploadToken };
  await expectUploads();
});

test('the credential’s own token is not looked at', async () => {
  const { error } = await upload(1, { credential: { uploadToken: 'another-token' } });
  expect(error).toBeUndefined();
});

const THROUGH = { readThrough: 'cluster' };
const READS = {
  download: { ...DOWNLOAD, ...THROUGH },
  list: { ...LIST, ...THROUGH },
  sync: { ...SYNC, targetPath: '/', ...THROUGH },
};

/** @param prepare makes it so on the sandbox, and returns what differs in the credentials */
type Refusal = [
  name: string,
  read: keyof typeof READS,
  prepare: () => Changes | void,
  message: RegExp,
  description: RegExp,
  code: string,
];
const setService = (state: string) => () => void (sandbox.cluster.confService = state as never);
const respond = (how: object, operation: string) => () =>
  void sandbox.faults.add({ kind: 'status', times: 9, ...how, operation } as Fault);
const SERVICE =
  /^Check "Namespace" in the Kubernetes credential, .*: kubectl -n platform-common get service,endpoints platform-common-confservice$/;
const MESH = /^Check "API Server".* service mesh of the pod/;

// prettier-ignore
test.each<Refusal>([
  ['a token that has ended', 'download', () => ({ cluster: { token: 'an-old-token' } }),
    /^The API server did not retrieve \/there: Unauthorized \(HTTP 401\)$/, /The token may have expired/,
    'LOGIN_FAILED'],
  ['an account without the right', 'list', () => void sandbox.cluster.forbidden.add('services/proxy'),
    /^The API server did not list \/: services "platform-common-confservice:80" is forbidden: .* \(HTTP 403\)$/,
    /needs one right: "get" on services\/proxy of platform-common-confservice:80/, 'NOT_ALLOWED'],
  ['a service that is not there', 'sync', setService('missing'),
    /^The API server did not list \/: services "platform-common-confservice" not found \(HTTP 404\)$/,
    SERVICE, 'PLATFORM_ERROR'],
  ['a gateway’s page', 'sync', respond({ status: 404 }, 'clusterProxy'), /^The API server did not list \/.*HTTP 404/,
    /./, 'PLATFORM_ERROR'],
  ['an address below the API server', 'list',
    () => ({ cluster: { apiServer: `${sandbox.clusterCredentials.apiServer}/deeper` } }),
    /^The API server did not list \/.* returned HTTP 404 for .*: 404 page not found/, /Check "API Server"/,
    'PLATFORM_ERROR'],
  ['no pod that is ready', 'list', setService('withoutEndpoints'),
    /^The API server did not list \/: no endpoints available for service "platform-common-confservice:80" \(HTTP 503\)$/,
    SERVICE, 'UNREACHABLE'],
  ['a pod that does not answer', 'list', setService('unreachable'),
    /^The API server did not list \/: error trying to reach service: dial tcp .*: connection refused \(HTTP 503\)$/,
    SERVICE, 'UNREACHABLE'],
  ['a service without port 80', 'list', setService('withoutPort'),
    /^The API server did not list \/: no service port 80 found for service "platform-common-confservice" \(HTTP 503\)$/,
    SERVICE, 'UNREACHABLE'],
  ['the pod, or its mesh', 'download', respond({ status: 401, body: 'json' }, 'confRetrieve'),
    /^The configuration file service did not retrieve \/there: .* returned HTTP 401/, MESH, 'LOGIN_FAILED'],
  ['a gateway in front', 'list', respond({ status: 403, body: 'json' }, 'clusterProxy'),
    /^The configuration file service did not list \/: .* denied access \(HTTP 403\)/, MESH, 'NOT_ALLOWED'],
  ['the service, which lacks the file', 'download', () => void sandbox.confFiles.remove('/there'),
    /^The configuration file service did not retrieve \/there: .*HTTP 404.*\/there does not exist/,
    /This path does not exist/, 'NOT_FOUND'],
  ['a login page', 'download', respond({ kind: 'html', times: 99 }, 'clusterProxy'),
    /A web page .* was returned instead of the file \/there/,
    /^(?!.*Local Address).*Check "API Server" in the Kubernetes credential/, 'PLATFORM_ERROR'],
])('%s is reported as that, when asked to %s', async (_name, read, prepare, ...expected) => {
  const [message, description, code] = expected;
  const settings = { onError: 'continueRegularOutput' } as const;
  sandbox.confFiles.write('/there', 'x');
  const changes = { settings, ...prepare() };
  const files = [textFile('there', 'y')];
  const { outputs, error } = await runThroughCluster(sandbox, READS[read], files, changes);
  expect(error).toBeUndefined();
  expect(outputs[0]?.[0]?.json).toMatchObject({
    error: expect.stringMatching(message),
    errorDescription: expect.stringMatching(description),
    errorCode: code,
  });
  expect(JSON.stringify(outputs)).not.toContain(sandbox.clusterCredentials.token);
  // A service that was not reached has no files: that it has none would be another thing.
  expect(sandbox.stats.byOperation.confUpload).toBeUndefined();
});

test.each(['resetBefore', 'status'] as const)(
  'an API server in trouble (%s) is asked again',
  async (kind) => {
    sandbox.faults.add({ kind, operation: 'clusterProxy', times: 2 });
    const { error } = await runThroughCluster(sandbox, READS.list);
    expect(error).toBeUndefined();
    expect(sandbox.faults.pending()).toEqual([]);
  },
);

test.each([
  [LIST, 'The Local Address is empty', 'Read Files Through'],
  [DELETE, 'The Upload Token is empty', 'Upload Token From'],
])('what is empty is reported before anything is sent: %j', async (parameters, message, hint) => {
  const { error } = await runThroughCluster(sandbox, parameters, [textFile('a', 'x')]);
  expect(error).toMatchObject({ message, description: expect.stringContaining(hint) });
  expect(sandbox.stats.requests).toBe(0);
});
