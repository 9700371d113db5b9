import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { runSettings } from './support';
import { ASKING_SERVER } from '../../support/clientCertificates';
import { startTlsRelay, type TlsRelay } from '../../support/network/tlsRelay';
import { describeWithKubectl, KUBECTL } from '../../cluster/kubectl';

/** The real one, which logs in to the cluster itself. */
describeWithKubectl('kubectl proxy', () => {
  let sandbox: Sandbox;
  let front: TlsRelay;
  let home: string;
  let proxy: ChildProcess;
  let apiServer: string;
  beforeEach(async () => {
    sandbox = await startSandbox({ seed: false });
    const { cert, key } = ASKING_SERVER;
    front = await startTlsRelay(sandbox.clusterCredentials.apiServer, { cert, key });
    home = mkdtempSync(path.join(tmpdir(), 'kubectl-proxy-'));
    const { token } = sandbox.clusterCredentials;
    const login = [`--server=${front.url}`, `--token=${token}`, '--insecure-skip-tls-verify'];
    proxy = spawn(KUBECTL, [...login, 'proxy', '--port=0', '--append-server-path'], {
      env: { PATH: process.env.PATH, HOME: home, KUBECONFIG: '/dev/null' },
    });
    apiServer = await addressOf(proxy);
  });
  afterEach(async () => {
    proxy.kill();
    await front.close();
    await sandbox.close();
    rmSync(home, { recursive: true, force: true });
  });

  test('is an API server without a token', async () => {
    const { json, error } = await runSettings(
      sandbox,
      { resource: 'clusterNode', operation: 'check' },
      { dataPlatformKubernetesApi: { apiServer, token: '', namespace: 'platform-common' } },
    );
    expect(error).toBeUndefined();
    expect(json).toHaveLength(sandbox.cluster.nodes.length);
  });
});

async function addressOf(proxy: ChildProcess): Promise<string> {
  return await new Promise((resolve, reject) => {
    let printed = '';
    proxy.stdout?.on('data', (piece: Buffer) => {
      printed += piece.toString();
      const address = /127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (address) resolve(`http://${address}`);
    });
    proxy.on('close', () => reject(new Error(`kubectl proxy has ended: ${printed}`)));
  });
}
