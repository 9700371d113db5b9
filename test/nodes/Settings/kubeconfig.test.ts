import { startSandbox, type Sandbox } from '../../../sandbox';
import { toBase64, writeKubeconfig } from '../../platform/kubernetes/kubeconfigs';
import { ASKING_SERVER, ROBOT } from '../../support/clientCertificates';
import { runSettings } from './support';
import { startTlsFront, type TlsFront } from './tlsFront';

describe('against a cluster behind TLS', () => {
  let sandbox: Sandbox;
  let front: TlsFront;
  beforeEach(async () => {
    sandbox = await startSandbox({ seed: false });
  });
  afterEach(async () => {
    await front.close();
    await sandbox.close();
  });
  const nodesBy = async (kubeconfig: string, more: object = {}) =>
    await runSettings(
      sandbox,
      { resource: 'clusterNode', operation: 'check' },
      { dataPlatformKubernetesApi: { namespace: 'platform-common', kubeconfig, ...more } },
    );

  test('its authority, a client certificate and a token', async () => {
    front = await startTlsFront(sandbox.clusterCredentials.apiServer, ASKING_SERVER);
    const cluster = {
      server: front.address,
      'certificate-authority-data': toBase64(ASKING_SERVER.cert),
    };
    const user = {
      token: sandbox.clusterCredentials.token,
      'client-certificate-data': toBase64(ROBOT.clientCertificate),
      'client-key-data': toBase64(ROBOT.clientKey),
    };
    const { json, error } = await nodesBy(writeKubeconfig({ cluster, user }));
    expect(error).toBeUndefined();
    expect(json).toHaveLength(sandbox.cluster.nodes.length);

    const without = await nodesBy(writeKubeconfig({ cluster, user: { token: user.token } }));
    expect(without.error?.message).toBeDefined();
    const untrusted = await nodesBy(writeKubeconfig({ cluster: { server: front.address }, user }));
    expect(untrusted.error?.message).toMatch(/certificate/);
    const insecure = { server: front.address, 'insecure-skip-tls-verify': true };
    expect((await nodesBy(writeKubeconfig({ cluster: insecure, user }))).error).toBeUndefined();
  });

  test('tls-server-name', async () => {
    const { cert, key } = ASKING_SERVER;
    // Not an address that its certificate names.
    front = await startTlsFront(sandbox.clusterCredentials.apiServer, { cert, key }, '127.0.0.2');
    const cluster = { server: front.address, 'certificate-authority-data': toBase64(cert) };
    const user = { token: sandbox.clusterCredentials.token };
    expect((await nodesBy(writeKubeconfig({ cluster, user }))).error?.message).toMatch(
      /127\.0\.0\.2/,
    );
    const named = writeKubeconfig({
      cluster: { ...cluster, 'tls-server-name': 'localhost' },
      user,
    });
    expect((await nodesBy(named)).error).toBeUndefined();
  });
});
