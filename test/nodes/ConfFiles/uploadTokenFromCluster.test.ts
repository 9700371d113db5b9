import type { Sandbox } from '../../../sandbox';
import { startEmptySandbox, textFile } from './support';
import { runThroughCluster, type ClusterChanges } from './throughCluster';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startEmptySandbox();
});
afterEach(() => sandbox.close());

const UPLOAD = {
  resource: 'file',
  operation: 'upload',
  filePath: '={{ $json.path }}',
  contentSource: 'binary',
  uploadTokenFrom: 'cluster',
};
const CONTINUES: ClusterChanges = { settings: { onError: 'continueRegularOutput' } };
const upload = async (count = 1, changes?: ClusterChanges) => {
  const items = Array.from({ length: count }, (_, index) => textFile(`file-${index}`, 'x'));
  return await runThroughCluster(sandbox, UPLOAD, items, changes);
};
const requests = (operation: string) => sandbox.stats.byOperation[operation] ?? 0;

test('20 files are uploaded with a token that no one pasted', async () => {
  const { json, error, outputs } = await upload(20);
  expect(error).toBeUndefined();
  expect(json).toHaveLength(20);
  expect(sandbox.confFiles.paths()).toHaveLength(20);
  expect(requests('clusterSecret')).toBe(1);
  expect(requests('clusterProxy')).toBe(0);
  expect(JSON.stringify(outputs)).not.toContain(sandbox.uploadCredentials.uploadToken);
});

test('a delete and a sync take it as well, and it is kept in memory', async () => {
  sandbox.confFiles.write('/old', 'x');
  const deleted = await runThroughCluster(sandbox, {
    resource: 'file',
    operation: 'delete',
    filePath: 'old',
    uploadTokenFrom: 'cluster',
  });
  expect(deleted.json).toEqual([{ deleted: true, path: '/old' }]);
  const synced = await runThroughCluster(
    sandbox,
    {
      resource: 'folder',
      operation: 'sync',
      targetPath: '/',
      filePath: '={{ $json.path }}',
      readThrough: 'cluster',
      options: { uploadTokenFrom: 'cluster' },
    },
    [textFile('new', 'y')],
  );
  expect(synced.json).toEqual([{ path: '/new', action: 'uploaded', size: 1 }]);
  expect(requests('clusterSecret')).toBe(1);
});

describe('a token that was changed', () => {
  test('is read again, once, and 20 files arrive', async () => {
    sandbox.cluster.uploadTokenSecret = { token: 'the-token-of-yesterday' };
    await upload(1, CONTINUES);
    expect(requests('confUpload')).toBeGreaterThan(0);
    expect(sandbox.confFiles.paths()).toEqual([]);
    sandbox.stats.reset();

    sandbox.cluster.uploadTokenSecret = { token: sandbox.uploadCredentials.uploadToken };
    const { json, error } = await upload(20);
    expect(error).toBeUndefined();
    expect(json).toHaveLength(20);
    expect(sandbox.confFiles.paths()).toHaveLength(20);
    expect(requests('clusterSecret')).toBe(1);
  });

  test.each([1, 20])(
    'and is not the service’s: %i files fail, after one more look',
    async (count) => {
      sandbox.cluster.uploadTokenSecret = { token: 'a-token-of-nobody-1' };
      const { outputs } = await upload(count, CONTINUES);
      const failed = (outputs[0] ?? []).map(({ json }) => json);
      expect(failed).toHaveLength(count);
      expect(failed[0]?.error).toMatch(/did not upload \/file-0: .*HTTP 403/);
      expect(failed[0]?.errorDescription).toMatch(
        /read from the secret platform-common-conf-upload-token.*restart the service/,
      );
      expect(JSON.stringify(outputs)).not.toContain('a-token-of-nobody-1');
      // Those that are refused at the same time may each look once.
      expect(requests('clusterSecret')).toBeLessThanOrEqual(count === 1 ? 2 : 66);
    },
  );
});

test.each<[string, () => ClusterChanges | void, RegExp, RegExp]>([
  [
    'there is no secret',
    () => void (sandbox.cluster.uploadTokenSecret = undefined),
    /^The cluster has no upload token: There is no secret platform-common-conf-upload-token/,
    /"Upload Token: Get"/,
  ],
  [
    'the secret holds nothing',
    () => void (sandbox.cluster.uploadTokenSecret = { other: 'x' }),
    /^The cluster has no upload token: The secret .* has no key token/,
    /"Upload Token: Get"/,
  ],
  [
    'the account may not read it',
    () => void sandbox.cluster.forbidden.add('secrets'),
    /^The cluster did not return the secret .*HTTP 403/,
    /does not have this right/,
  ],
  [
    'its token has ended',
    () => ({ cluster: { token: 'an-old-token' } }),
    /^The cluster did not return the secret .*HTTP 401/,
    /may have expired/,
  ],
])('nothing is uploaded where %s', async (_name, prepare, message, description) => {
  const changes = prepare() ?? {};
  const { outputs } = await upload(3, { ...CONTINUES, ...changes });
  for (const { json } of outputs[0] ?? []) {
    expect(json.error).toMatch(message);
    expect(json.errorDescription).toMatch(description);
    expect(json.mayHaveHappened).toBe(false);
  }
  expect(outputs[0]).toHaveLength(3);
  expect(requests('confUpload')).toBe(0);
});

test('the credential’s own token is not looked at', async () => {
  const { error } = await upload(1, { credential: { uploadToken: 'another-token' } });
  expect(error).toBeUndefined();
});

test('a secret that could not be read is asked for again by the next run', async () => {
  sandbox.cluster.forbidden.add('secrets');
  await upload(1, CONTINUES);
  sandbox.cluster.forbidden.delete('secrets');
  expect((await upload(1)).error).toBeUndefined();
});
