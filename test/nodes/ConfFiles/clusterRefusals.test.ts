import { startEmptySandbox, textFile } from './support';
import { runThroughCluster, type ClusterChanges } from './throughCluster';
import { ownSandbox as sandbox, testBeside } from '../../support/ownSandbox';

const test = testBeside(async () => {
  const started = await startEmptySandbox();
  started.confFiles.write('/there', 'x');
  return started;
});

const THROUGH = { readThrough: 'cluster' };
const READS = {
  download: { resource: 'file', operation: 'download', filePath: 'there', ...THROUGH },
  list: { resource: 'file', operation: 'getAll', path: '/', ...THROUGH },
  sync: {
    resource: 'folder',
    operation: 'sync',
    targetPath: '/',
    filePath: '={{ $json.path }}',
    ...THROUGH,
  },
};
const WORDS = { download: 'retrieve /there', list: 'list /', sync: 'list /' };

interface Refusal {
  /** Makes it so on the sandbox, and tells what differs in the credentials. */
  prepare(): ClusterChanges | void;
  /** After "The API server did not …". */
  message: RegExp;
  description: RegExp;
  code: string;
}

const REFUSALS: Record<string, Refusal> = {
  'a token that has ended (401)': {
    prepare: () => ({ cluster: { token: 'an-old-token' } }),
    message: /^: Unauthorized \(HTTP 401\)$/,
    description: /Its token may have expired/,
    code: 'LOGIN_FAILED',
  },
  'an account without the right (403)': {
    prepare: () => void sandbox().cluster.forbidden.add('services/proxy'),
    message: /^: services "platform-common-confservice:80" is forbidden: .* \(HTTP 403\)$/,
    description: /needs one right: "get" on services\/proxy of platform-common-confservice:80/,
    code: 'NOT_ALLOWED',
  },
  'a service that is not there (404)': {
    prepare: () => void (sandbox().cluster.confService = 'missing'),
    message: /^: services "platform-common-confservice" not found \(HTTP 404\)$/,
    description: /Check "Namespace" in the Kubernetes credential.* in platform-common/,
    code: 'PLATFORM_ERROR',
  },
  'an address below the API server (404)': {
    prepare: () => ({ cluster: { apiServer: `${sandbox().clusterCredentials.apiServer}/deeper` } }),
    message: /returned HTTP 404 for .*: 404 page not found/,
    description: /Check "API Server"/,
    code: 'PLATFORM_ERROR',
  },
  'no pod that is ready (503)': {
    prepare: () => void (sandbox().cluster.confService = 'withoutEndpoints'),
    message: /^: no endpoints available for service "platform-common-confservice:80" \(HTTP 503\)$/,
    description: /kubectl -n platform-common get endpoints platform-common-confservice/,
    code: 'UNREACHABLE',
  },
  'a pod that does not answer (503)': {
    prepare: () => void (sandbox().cluster.confService = 'unreachable'),
    message: /^: error trying to reach service: dial tcp .*: connection refused \(HTTP 503\)$/,
    description:
      /is ready, but .* kubectl -n platform-common describe service platform-common-conf/,
    code: 'UNREACHABLE',
  },
  'a service without port 80 (503)': {
    prepare: () => void (sandbox().cluster.confService = 'withoutPort'),
    message: /^: no service port 80 found for service "platform-common-confservice" \(HTTP 503\)$/,
    description: /no port 80.* kubectl -n platform-common get service platform-common-confservice/,
    code: 'UNREACHABLE',
  },
  'a gateway’s page (404)': {
    prepare: () =>
      sandbox().accidents.add({ kind: 'status', status: 404, operation: 'clusterProxy', times: 9 }),
    message: /HTTP 404/,
    description: /./,
    code: 'PLATFORM_ERROR',
  },
};

test.each([
  ...Object.keys(REFUSALS).map((name) => ['list', name] as const),
  ['download', 'a token that has ended (401)'] as const,
  ['sync', 'a service that is not there (404)'] as const,
  ['sync', 'a gateway’s page (404)'] as const,
])('%s, refused by %s', async (operation, name) => {
  const refusal = REFUSALS[name] as Refusal;
  const changes = refusal.prepare() ?? {};
  const { outputs, error } = await runThroughCluster(
    sandbox(),
    READS[operation],
    [textFile('there', 'y')],
    { ...changes, settings: { onError: 'continueRegularOutput' } },
  );
  expect(error).toBeUndefined();
  const json = outputs[0]?.[0]?.json ?? {};
  const start = `The API server did not ${WORDS[operation]}`;
  expect(String(json.error).slice(0, start.length)).toBe(start);
  expect(String(json.error).slice(start.length)).toMatch(refusal.message);
  expect(json.errorDescription).toMatch(refusal.description);
  expect(json.errorCode).toBe(refusal.code);
  expect(JSON.stringify(outputs)).not.toContain(sandbox().clusterCredentials.token);
  // A service that was not reached has no files: that it has none would be another thing.
  expect(sandbox().stats.byOperation.confUpload).toBeUndefined();
});

describe.each([
  ['the pod, or its mesh', ['confRetrieve', 'confList']],
  ['a gateway in front', ['clusterProxy']],
])('%s refuses', (_name, operations) => {
  test.each([
    [401, 'LOGIN_FAILED'],
    [403, 'NOT_ALLOWED'],
  ])('with %d, which is not reported as the API server’s', async (status, code) => {
    for (const operation of operations) {
      sandbox().accidents.add({ kind: 'status', status, body: 'json', operation, times: 9 });
    }
    for (const operation of ['download', 'list'] as const) {
      const { json } = await runThroughCluster(sandbox(), READS[operation], [{}], {
        settings: { onError: 'continueRegularOutput' },
      });
      expect(json).toMatchObject([
        {
          error: expect.stringMatching(
            `^The configuration file service did not ${WORDS[operation]}: .* returned HTTP ${status}`,
          ),
          errorDescription: expect.stringMatching(/^Check "API Server".* service mesh of the pod/),
          errorCode: code,
        },
      ]);
    }
  });
});

test('the service’s own 404 is reported as its own', async () => {
  const { error } = await runThroughCluster(sandbox(), { ...READS.download, filePath: 'missing' });
  expect(error?.message).toMatch(
    /^The configuration file service did not retrieve \/missing: .*HTTP 404.*\/missing is not there/,
  );
  expect(error?.description).toMatch(/This path does not exist/);
});

test.each(['resetBefore', 'status'] as const)(
  'an API server in trouble (%s) is asked again',
  async (kind) => {
    sandbox().accidents.add({ kind, operation: 'clusterProxy', times: 2 });
    const { error } = await runThroughCluster(sandbox(), READS.download);
    expect(error).toBeUndefined();
    expect(sandbox().accidents.pending()).toEqual([]);
  },
);

test('a login page of a gateway is no file, and the hint names the right address', async () => {
  sandbox().accidents.add({ kind: 'html', operation: 'clusterProxy', times: 99 });
  const { error } = await runThroughCluster(sandbox(), READS.download);
  expect(error?.message).toMatch(/A web page .* was returned instead of the file \/there/);
  expect(error?.description).toMatch(/Check "API Server" in the Kubernetes credential/);
  expect(error?.description).not.toMatch(/Local Address/);
});

describe('what is not filled in is said before anything is sent', () => {
  test.each([
    [
      { ...READS.list, readThrough: 'localAddress' },
      'The Local Address is empty',
      'Read Files Through',
    ],
    [
      { resource: 'file', operation: 'delete', filePath: 'there' },
      'The Upload Token is empty',
      'Upload Token From',
    ],
  ])('%j', async (parameters, message, hint) => {
    const { error } = await runThroughCluster(sandbox(), parameters, [textFile('a', 'x')]);
    expect(error).toMatchObject({ message, description: expect.stringContaining(hint) });
    expect(sandbox().stats.requests).toBe(0);
  });
});
