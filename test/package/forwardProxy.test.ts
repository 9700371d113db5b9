import { randomBytes } from 'node:crypto';
import { readBinary } from '../support/engine/binaryData';
import type { StartItem } from '../support/engine/helperNodes';
import { runNode, PROJECTS_NODE } from '../support/engine/runWorkflow';
import type { ForwardProxy } from '../support/network/forwardProxy';
import { MUTUAL_TLS_SERVER, ROBOT } from '../support/clientCertificates';
import { FORWARD_PROXIES } from './forwardProxies';
import { forgetProxies } from '../support/network/forgetProxies';
import { startTlsRelay } from '../support/network/tlsRelay';
import { sandboxForEachTest } from '../support/testSandbox';
import { untilTestEnds } from '../support/untilTestEnds';

const CONF_FILES = 'n8n-nodes-data-platform.dataPlatformConfFiles';
const SETTINGS = 'n8n-nodes-data-platform.dataPlatformSettings';
/** Larger than a file that is sent from memory. */
const FILE = randomBytes(3 * 1024 * 1024 + 1).toString('base64');

const sandbox = sandboxForEachTest();
beforeEach(forgetProxies);

/** Relays an address by TLS with a private authority, and requires a client certificate. */
async function withTls(address: string): Promise<string> {
  const tls = { ...MUTUAL_TLS_SERVER, rejectUnauthorized: true };
  return (await untilTestEnds(startTlsRelay(address, tls))).url;
}

/** Logs in, queries, uploads, downloads and calls the cluster's API. @returns the used addresses */
async function useEverything(to: (address: string) => Promise<string> | string) {
  const { credentials, uploadCredentials, clusterCredentials } = sandbox;
  const trust = { caCertificate: MUTUAL_TLS_SERVER.cert, ...ROBOT };
  const platform = { ...credentials, ...trust, baseUrl: await to(sandbox.baseUrl) };
  const files = {
    ...uploadCredentials,
    ...trust,
    baseUrl: await to(uploadCredentials.baseUrl),
    localAddress: await to(uploadCredentials.localAddress),
  };
  const apiServer = await to(clusterCredentials.apiServer);
  const all = {
    dataPlatformApi: platform,
    dataPlatformUploadTokenApi: files,
    dataPlatformKubernetesApi: { ...clusterCredentials, ...trust, apiServer },
  };
  const run = async (type: string, resource: string, operation: string, items?: StartItem[]) => {
    const parameters = { resource, operation, filePath: '/large' };
    const done = await runNode({ type, parameters }, all, items && { items });
    expect(done.error && `${done.error.message} | ${done.error.description}`).toBeUndefined();
    expect(done.json.length).toBeGreaterThan(0);
    return done;
  };
  await run(PROJECTS_NODE, 'project', 'getAll');
  await run(CONF_FILES, 'file', 'upload', [{ json: {}, file: { name: 'large', text: FILE } }]);
  expect(sandbox.confFiles.read('/large')?.equals(Buffer.from(FILE))).toBe(true);
  const { outputs } = await run(CONF_FILES, 'file', 'download');
  const downloaded = await readBinary(outputs[0]?.[0]?.binary?.data?.id);
  expect(downloaded.equals(Buffer.from(FILE))).toBe(true);
  await run(SETTINGS, 'clusterNode', 'check');
  return [platform.baseUrl, files.baseUrl, files.localAddress, apiServer];
}

describe.each(FORWARD_PROXIES)('the packed package behind %s', (_name, start) => {
  let proxy: ForwardProxy;
  beforeAll(async () => {
    proxy = await start();
  });
  afterAll(() => proxy.close());

  test('goes by HTTP_PROXY to http addresses', async () => {
    process.env.HTTP_PROXY = proxy.url;
    const addresses = await useEverything((address) => address);
    for (const address of addresses) {
      expect(proxy.seen().join('\n')).toMatch(new RegExp(`(GET|POST) ${new URL(address).origin}/`));
    }
    expect(proxy.seen().join('\n')).not.toContain('CONNECT');
  });

  test.each(['HTTPS_PROXY', 'all_proxy'])('goes by %s to https addresses', async (variable) => {
    process.env[variable] = proxy.url;
    const addresses = await useEverything(withTls);
    for (const address of addresses) {
      expect(proxy.seen()).toContain(`CONNECT ${new URL(address).host}`);
    }
  });

  test('is passed by for an address in NO_PROXY', async () => {
    const before = proxy.seen();
    const [HTTP_PROXY, HTTPS_PROXY] = [proxy.url, proxy.url];
    Object.assign(process.env, { HTTP_PROXY, HTTPS_PROXY, NO_PROXY: 'other.test, 127.0.0.1' });
    await useEverything((address) => address);
    await useEverything(withTls);
    expect(proxy.seen()).toEqual(before);
  });
});
