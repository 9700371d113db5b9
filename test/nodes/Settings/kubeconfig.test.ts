import { toBase64, writeKubeconfig } from '../../platform/kubernetes/kubeconfigs';
import { ASKING_SERVER, ROBOT } from '../../support/clientCertificates';
import { startTlsRelay } from '../../support/network/tlsRelay';
import { sandboxForEachTest } from '../../support/testSandbox';
import { untilTestEnds } from '../../support/untilTestEnds';
import { runSettings } from './support';

const sandbox = sandboxForEachTest({ seed: false });

const { cert, key } = ASKING_SERVER;
const trusting = (authority: string) => ({ 'certificate-authority-data': authority });
const trusted = trusting(toBase64(cert));
const named = (name: string) => ({ ...trusted, 'tls-server-name': name });
const insecure = { 'insecure-skip-tls-verify': true };
const ofFile = { 'certificate-authority': '/home/a/ca.crt' };
const leftOut = trusting('DATA+OMITTED');
const certified = {
  'client-certificate-data': toBase64(ROBOT.clientCertificate),
  'client-key-data': toBase64(ROBOT.clientKey),
};

interface Given {
  /** Of the kubeconfig, beside the address and the token. */
  cluster?: object;
  user?: object;
  /** In the fields of the credential. */
  typed?: object;
  isAddressTyped?: boolean;
  /** Whether the server asks for a client certificate. */
  isAsking?: boolean;
  /** Where the server listens; its certificate names `localhost` alone. */
  host?: string;
  /** The error, if there is one. */
  message?: RegExp;
}

test.each<[string, Given]>([
  ['its authority and a client certificate', { isAsking: true, cluster: trusted, user: certified }],
  ['a client certificate alone', { isAsking: true, user: certified, message: /certificate/ }],
  ['that alone, unverified', { isAsking: true, cluster: insecure, user: certified }],
  [
    'its authority, if it asks for a certificate',
    { isAsking: true, cluster: trusted, message: /./ },
  ],
  ['tls-server-name', { cluster: named('localhost'), host: '127.0.0.2' }],
  ['none of its names', { cluster: trusted, host: '127.0.0.2', message: /127\.0\.0\.2/ }],
  ['another name', { cluster: named('other.example'), message: /other host name/ }],
  ['a typed address, over tls-server-name', { cluster: named('other'), isAddressTyped: true }],
  ['a typed authority, over insecure', { cluster: insecure, typed: { caCertificate: cert } }],
  [
    'another typed authority, over insecure',
    {
      cluster: insecure,
      typed: { caCertificate: ROBOT.clientCertificate },
      message: /certificate/,
    },
  ],
  ['a typed authority, over a file', { cluster: ofFile, typed: { caCertificate: cert } }],
  ['a typed authority, over none', { cluster: leftOut, typed: { caCertificate: cert } }],
  [
    'a typed authority, over another one',
    { cluster: trusting(toBase64(ROBOT.clientCertificate)), typed: { caCertificate: cert } },
  ],
  ['a typed switch, over a file', { cluster: ofFile, typed: { allowUnauthorizedCerts: true } }],
  ['a typed switch, over none', { cluster: leftOut, typed: { allowUnauthorizedCerts: true } }],
])('a cluster behind TLS, by a kubeconfig with %s', async (_what, { message, ...given }) => {
  const { cluster, user, typed, isAddressTyped, isAsking, host } = given;
  const server = isAsking ? ASKING_SERVER : { cert, key };
  const { apiServer: behind, token } = sandbox.clusterCredentials;
  const front = await untilTestEnds(startTlsRelay(behind, server, host));
  const kubeconfig = writeKubeconfig({
    cluster: { server: front.url, ...cluster },
    user: { token, ...user },
  });
  const apiServer = isAddressTyped ? front.url : '';
  const { json, error } = await runSettings(
    sandbox,
    { resource: 'clusterNode', operation: 'check' },
    {
      dataPlatformKubernetesApi: { namespace: 'platform-common', kubeconfig, apiServer, ...typed },
    },
  );
  expect(error?.message ?? '').toMatch(message ?? /^$/);
  expect(json).toHaveLength(message ? 0 : sandbox.cluster.nodes.length);
  if (message) expect(sandbox.stats.requests).toBe(0);
});
