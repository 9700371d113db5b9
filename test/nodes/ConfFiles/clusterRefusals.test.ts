import { ownSandbox as sandbox, testBeside } from '../../support/ownSandbox';
import {
  DELETE,
  DOWNLOAD,
  LIST,
  runThroughCluster,
  startEmptySandbox,
  SYNC,
  textFile,
  type Changes,
} from './support';

const test = testBeside(async () => {
  const started = await startEmptySandbox();
  started.confFiles.write('/there', 'x');
  return started;
});

const THROUGH = { readThrough: 'cluster' };
const READS = {
  download: { ...DOWNLOAD, ...THROUGH },
  list: { ...LIST, ...THROUGH },
  sync: { ...SYNC, targetPath: '/', ...THROUGH },
};
const WORDS = { download: 'retrieve /there', list: 'list /', sync: 'list /' };
type Read = keyof typeof READS;

/** @param prepare makes it so on the sandbox, and returns what differs in the credentials */
type Refusal = [
  name: string,
  read: Read,
  prepare: () => Changes | void,
  message: RegExp,
  description: RegExp,
  code: string,
];
const setService = (state: string) => () => void (sandbox().cluster.confService = state as never);
const refuse = (status: number, ...operations: string[]) => {
  for (const operation of operations)
    sandbox().accidents.add({ kind: 'status', status, body: 'json', operation, times: 9 });
};
const gatewayPage = () =>
  sandbox().accidents.add({ kind: 'status', status: 404, operation: 'clusterProxy', times: 9 });

test.each<Refusal>([
  [
    'a token that has ended',
    'download',
    () => ({ cluster: { token: 'an-old-token' } }),
    /^: Unauthorized \(HTTP 401\)$/,
    /Its token may have expired/,
    'LOGIN_FAILED',
  ],
  [
    'an account without the right',
    'list',
    () => void sandbox().cluster.forbidden.add('services/proxy'),
    /^: services "platform-common-confservice:80" is forbidden: .* \(HTTP 403\)$/,
    /needs one right: "get" on services\/proxy of platform-common-confservice:80/,
    'NOT_ALLOWED',
  ],
  [
    'a service that is not there',
    'sync',
    setService('missing'),
    /^: services "platform-common-confservice" not found \(HTTP 404\)$/,
    /Check "Namespace" in the Kubernetes credential.* in platform-common/,
    'PLATFORM_ERROR',
  ],
  ['a gateway’s page', 'sync', gatewayPage, /HTTP 404/, /./, 'PLATFORM_ERROR'],
  [
    'an address below the API server',
    'list',
    () => ({ cluster: { apiServer: `${sandbox().clusterCredentials.apiServer}/deeper` } }),
    /returned HTTP 404 for .*: 404 page not found/,
    /Check "API Server"/,
    'PLATFORM_ERROR',
  ],
  [
    'no pod that is ready',
    'list',
    setService('withoutEndpoints'),
    /^: no endpoints available for service "platform-common-confservice:80" \(HTTP 503\)$/,
    /kubectl -n platform-common get endpoints platform-common-confservice/,
    'UNREACHABLE',
  ],
  [
    'a pod that does not answer',
    'list',
    setService('unreachable'),
    /^: error trying to reach service: dial tcp .*: connection refused \(HTTP 503\)$/,
    /is ready, but .* kubectl -n platform-common describe service platform-common-conf/,
    'UNREACHABLE',
  ],
  [
    'a service without port 80',
    'list',
    setService('withoutPort'),
    /^: no service port 80 found for service "platform-common-confservice" \(HTTP 503\)$/,
    /no port 80.* kubectl -n platform-common get service platform-common-confservice/,
    'UNREACHABLE',
  ],
])('by the API server: %s, when asked to %s', async (_name, read, prepare, ...expected) => {
  const [message, description, code] = expected;
  const changes = { ...prepare(), settings: { onError: 'continueRegularOutput' } as const };
  const files = [textFile('there', 'y')];
  const { outputs, error } = await runThroughCluster(sandbox(), READS[read], files, changes);
  expect(error).toBeUndefined();
  const json = outputs[0]?.[0]?.json ?? {};
  const start = `The API server did not ${WORDS[read]}`;
  expect(String(json.error).slice(0, start.length)).toBe(start);
  expect(String(json.error).slice(start.length)).toMatch(message);
  expect(json.errorDescription).toMatch(description);
  expect(json.errorCode).toBe(code);
  expect(JSON.stringify(outputs)).not.toContain(sandbox().clusterCredentials.token);
  // A service that was not reached has no files: that it has none would be another thing.
  expect(sandbox().stats.byOperation.confUpload).toBeUndefined();
});

test.each([
  ['the pod, or its mesh', 401, 'LOGIN_FAILED', ['confRetrieve', 'confList']],
  ['a gateway in front', 403, 'NOT_ALLOWED', ['clusterProxy']],
] as const)('by %s, with %d: not reported as the API server’s', async (_name, status, code, by) => {
  refuse(status, ...by);
  for (const read of ['download', 'list'] as const) {
    const { json } = await runThroughCluster(sandbox(), READS[read], [textFile('there', '')], {
      settings: { onError: 'continueRegularOutput' },
    });
    expect(json).toMatchObject([
      {
        error: expect.stringMatching(
          `^The configuration file service did not ${WORDS[read]}: .* returned HTTP ${status}`,
        ),
        errorDescription: expect.stringMatching(/^Check "API Server".* service mesh of the pod/),
        errorCode: code,
      },
    ]);
  }
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
    const { error } = await runThroughCluster(sandbox(), READS.list);
    expect(error).toBeUndefined();
    expect(sandbox().accidents.pending()).toEqual([]);
  },
);

test('a login page of a gateway is no file, and the hint names the right address', async () => {
  sandbox().accidents.add({ kind: 'html', operation: 'clusterProxy', times: 99 });
  const { error } = await runThroughCluster(sandbox(), READS.download, [textFile('there', '')]);
  expect(error?.message).toMatch(/A web page .* was returned instead of the file \/there/);
  expect(error?.description).toMatch(/Check "API Server" in the Kubernetes credential/);
  expect(error?.description).not.toMatch(/Local Address/);
});

test.each([
  [LIST, 'The Local Address is empty', 'Read Files Through'],
  [DELETE, 'The Upload Token is empty', 'Upload Token From'],
])('what is empty is reported before anything is sent: %j', async (parameters, message, hint) => {
  const { error } = await runThroughCluster(sandbox(), parameters, [textFile('a', 'x')]);
  expect(error).toMatchObject({ message, description: expect.stringContaining(hint) });
  expect(sandbox().stats.requests).toBe(0);
});
