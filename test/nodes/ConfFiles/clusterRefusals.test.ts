import type { Accident } from '../../../sandbox';
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

/** @param prepare makes it so on the sandbox, and returns what differs in the credentials */
type Refusal = [
  name: string,
  read: keyof typeof READS,
  prepare: () => Changes | void,
  message: RegExp,
  description: RegExp,
  code: string,
];
const setService = (state: string) => () => void (sandbox().cluster.confService = state as never);
const respond = (how: object, operation: string) => () =>
  void sandbox().accidents.add({ kind: 'status', times: 9, ...how, operation } as Accident);
const SERVICE =
  /^Check "Namespace" in the Kubernetes credential, .*: kubectl -n platform-common get service,endpoints platform-common-confservice$/;
const MESH = /^Check "API Server".* service mesh of the pod/;

// prettier-ignore
test.each<Refusal>([
  ['a token that has ended', 'download', () => ({ cluster: { token: 'an-old-token' } }),
    /^The API server did not retrieve \/there: Unauthorized \(HTTP 401\)$/, /Its token may have expired/,
    'LOGIN_FAILED'],
  ['an account without the right', 'list', () => void sandbox().cluster.forbidden.add('services/proxy'),
    /^The API server did not list \/: services "platform-common-confservice:80" is forbidden: .* \(HTTP 403\)$/,
    /needs one right: "get" on services\/proxy of platform-common-confservice:80/, 'NOT_ALLOWED'],
  ['a service that is not there', 'sync', setService('missing'),
    /^The API server did not list \/: services "platform-common-confservice" not found \(HTTP 404\)$/,
    SERVICE, 'PLATFORM_ERROR'],
  ['a gateway’s page', 'sync', respond({ status: 404 }, 'clusterProxy'), /^The API server did not list \/.*HTTP 404/,
    /./, 'PLATFORM_ERROR'],
  ['an address below the API server', 'list',
    () => ({ cluster: { apiServer: `${sandbox().clusterCredentials.apiServer}/deeper` } }),
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
  ['the service, which lacks the file', 'download', () => void sandbox().confFiles.remove('/there'),
    /^The configuration file service did not retrieve \/there: .*HTTP 404.*\/there is not there/,
    /This path does not exist/, 'NOT_FOUND'],
  ['a login page', 'download', respond({ kind: 'html', times: 99 }, 'clusterProxy'),
    /A web page .* was returned instead of the file \/there/,
    /^(?!.*Local Address).*Check "API Server" in the Kubernetes credential/, 'PLATFORM_ERROR'],
])('%s is reported as that, when asked to %s', async (_name, read, prepare, ...expected) => {
  const [message, description, code] = expected;
  const settings = { onError: 'continueRegularOutput' } as const;
  const changes = { settings, ...prepare() };
  const files = [textFile('there', 'y')];
  const { outputs, error } = await runThroughCluster(sandbox(), READS[read], files, changes);
  expect(error).toBeUndefined();
  expect(outputs[0]?.[0]?.json).toMatchObject({
    error: expect.stringMatching(message),
    errorDescription: expect.stringMatching(description),
    errorCode: code,
  });
  expect(JSON.stringify(outputs)).not.toContain(sandbox().clusterCredentials.token);
  // A service that was not reached has no files: that it has none would be another thing.
  expect(sandbox().stats.byOperation.confUpload).toBeUndefined();
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

test.each([
  [LIST, 'The Local Address is empty', 'Read Files Through'],
  [DELETE, 'The Upload Token is empty', 'Upload Token From'],
])('what is empty is reported before anything is sent: %j', async (parameters, message, hint) => {
  const { error } = await runThroughCluster(sandbox(), parameters, [textFile('a', 'x')]);
  expect(error).toMatchObject({ message, description: expect.stringContaining(hint) });
  expect(sandbox().stats.requests).toBe(0);
});
