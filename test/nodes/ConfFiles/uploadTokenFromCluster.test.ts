import { sandboxForEachTest } from '../../support/testSandbox';
import { DELETE, runThroughCluster, SYNC, textFile, UPLOAD, type Changes } from './support';

const sandbox = sandboxForEachTest({ seed: false });

const FROM_CLUSTER = { uploadTokenFrom: 'cluster' };
const CONTINUES: Changes = { settings: { onError: 'continueRegularOutput' } };
const upload = async (count = 1, changes?: Changes) => {
  const items = Array.from({ length: count }, (_, index) => textFile(`file-${index}`, 'x'));
  return await runThroughCluster(sandbox, { ...UPLOAD, ...FROM_CLUSTER }, items, changes);
};
const requests = (operation: string) => sandbox.stats.byOperation[operation] ?? 0;

/** 20 files arrive, by one look at the secret. */
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
    /: The secret .* has no token in its key token/, /#the-upload-token$/],
  ['the account may not read it', () => void sandbox.cluster.forbidden.add('secrets'), NO_SECRET, /HTTP 403/,
    /does not have this right/],
  ['its token has ended', () => ({ cluster: { token: 'an-old-token' } }), NO_SECRET, /HTTP 401/, /may have expired/],
  ['the API server stays away',
    () => sandbox.accidents.add({ kind: 'resetAfter', operation: 'clusterSecret', times: 9 }), /^The connection to /,
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
  sandbox.accidents.clear();
  sandbox.cluster.uploadTokenSecret = { token: sandbox.uploadCredentials.uploadToken };
  await expectUploads();
});

test('the credential’s own token is not looked at', async () => {
  const { error } = await upload(1, { credential: { uploadToken: 'another-token' } });
  expect(error).toBeUndefined();
});
