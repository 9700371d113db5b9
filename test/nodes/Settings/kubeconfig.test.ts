import { startSandbox, type Sandbox } from '../../../sandbox';
import { toBase64, writeKubeconfig } from '../../platform/kubernetes/kubeconfigs';
import { ASKING_SERVER, ROBOT } from '../../support/clientCertificates';
import { startTlsRelay, type TlsRelay } from '../../support/network/tlsRelay';
import { runSettings } from './support';

describe('against a cluster behind TLS', () => {
  let sandbox: Sandbox;
  let front: TlsRelay;
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
    front = await startTlsRelay(sandbox.clusterCredentials.apiServer, ASKING_SERVER);
    const cluster = {
      server: front.url,
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
    const untrusted = await nodesBy(writeKubeconfig({ cluster: { server: front.url }, user }));
    expect(untrusted.error?.message).toMatch(/certificate/);
    const insecure = { server: front.url, 'insecure-skip-tls-verify': true };
    expect((await nodesBy(writeKubeconfig({ cluster: insecure, user }))).error).toBeUndefined();
  });

  test('tls-server-name', async () => {
    const { cert, key } = ASKING_SERVER;
    // Not an address that its certificate names.
    front = await startTlsRelay(sandbox.clusterCredentials.apiServer, { cert, key }, '127.0.0.2');
    const cluster = { server: front.url, 'certificate-authority-data': toBase64(cert) };
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

  describe('what is typed wins', () => {
    const { cert, key } = ASKING_SERVER;
    const received = () => sandbox.stats.recent.map(({ path }) => path);
    const startFront = async (host?: string) => {
      front = await startTlsRelay(sandbox.clusterCredentials.apiServer, { cert, key }, host);
      const user = { token: sandbox.clusterCredentials.token };
      return (cluster: object) =>
        writeKubeconfig({ cluster: { server: front.url, ...cluster }, user });
    };

    test('an authority, over insecure-skip-tls-verify', async () => {
      const written = await startFront();
      const kubeconfig = written({ 'insecure-skip-tls-verify': true });
      const caCertificate = ROBOT.clientCertificate;
      const { error } = await nodesBy(kubeconfig, { caCertificate });
      expect(error?.message).toMatch(/certificate/);
      expect(received()).toEqual([]);
      expect((await nodesBy(kubeconfig, { caCertificate: cert })).error).toBeUndefined();
    });

    test('an authority, over one of the kubeconfig, also if it is a file or was left out', async () => {
      const written = await startFront();
      for (const cluster of [
        { 'certificate-authority': '/home/a/ca.crt' },
        { 'certificate-authority-data': 'DATA+OMITTED' },
        { 'certificate-authority-data': toBase64(ROBOT.clientCertificate) },
      ]) {
        expect((await nodesBy(written(cluster), { caCertificate: cert })).error).toBeUndefined();
        const insecure = { allowUnauthorizedCerts: true };
        expect((await nodesBy(written(cluster), insecure)).error).toBeUndefined();
      }
    });

    test('an address, over tls-server-name', async () => {
      const written = await startFront();
      const authority = { 'certificate-authority-data': toBase64(cert) };
      const kubeconfig = written({ ...authority, 'tls-server-name': 'other.example' });
      expect((await nodesBy(kubeconfig)).error?.message).toMatch(/other host name/);
      expect((await nodesBy(kubeconfig, { apiServer: front.url })).error).toBeUndefined();
    });
  });
});
