import { lookup as lookupOfSystem } from 'node:dns';
import type * as Platform from '../../../platform';
import type { Egress } from '../../../platform/http/egress';
import { startForwardProxy } from '../../support/network/forwardProxy';
import { forgetProxies } from '../../support/network/forgetProxies';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../support/rawServer';

let server: RawServer;
let client: typeof Platform;
beforeEach(async () => {
  forgetProxies();
  // The policy of a process stays.
  jest.resetModules();
  client = await import('../../../platform');
  server = await startRawServer(
    withLogin((_request, response) => sendJson(response, { data: { projects: [] } })),
  );
});
afterEach(() => server.close());

const byName = () => server.baseUrl.replace('127.0.0.1', 'localhost');
const list = async (baseUrl = byName()) =>
  await client.connectPlatform(credentialFor(baseUrl)).projects.list();

const policy = (changes: Partial<Egress> = {}): Egress => ({
  validateUrl: async () => ({ ok: true }),
  createSecureLookup: () => lookupOfSystem,
  ...changes,
});
const forbidden = { message: expect.stringMatching(/^The network policy of n8n forbids requests/) };
const forbidsAddresses = policy({
  createSecureLookup: () => (_host, _options, callback) => callback(new Error('restricted'), ''),
});

test('without a policy, and with one that allows all, requests are sent', async () => {
  expect(await list()).toEqual([]);
  client.useEgress(policy());
  expect(await list()).toEqual([]);
});

test('an address is checked before each request, also of a connection that is open', async () => {
  let isAllowed = true;
  const error = new Error('on the list');
  client.useEgress(
    policy({ validateUrl: async () => (isAllowed ? { ok: true } : { ok: false, error }) }),
  );
  await list();
  const before = server.received.length;
  isAllowed = false;
  await expect(list()).rejects.toMatchObject({
    ...forbidden,
    hint: expect.stringContaining('(on the list)'),
    reach: 'never',
  });
  expect(server.received).toHaveLength(before);
});

test('a name that is found elsewhere when it is connected to is refused', async () => {
  client.useEgress(forbidsAddresses);
  await expect(list()).rejects.toMatchObject({ ...forbidden, reach: 'never' });
  expect(server.received).toEqual([]);
});

test('a connection that was open before the policy was known is used no more', async () => {
  await list();
  const before = server.received.length;
  client.useEgress(forbidsAddresses);
  await expect(list()).rejects.toMatchObject(forbidden);
  expect(server.received).toHaveLength(before);
});

test('the first policy stays', async () => {
  client.useEgress(forbidsAddresses);
  client.useEgress(policy());
  await expect(list()).rejects.toMatchObject(forbidden);
});

describe('a name that is not found', () => {
  const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND x'), { code: 'ENOTFOUND' });

  test('is reported as such', async () => {
    client.useEgress(
      policy({
        validateUrl: async () => await Promise.reject(notFound),
        createSecureLookup: () => (_host, _options, callback) => callback(notFound, ''),
      }),
    );
    await expect(list()).rejects.toThrow(`The host ${new URL(byName()).host} was not found`);
  });

  test('is refused behind a proxy, which might find it', async () => {
    client.useEgress(policy({ validateUrl: async () => await Promise.reject(notFound) }));
    const proxy = await startForwardProxy();
    process.env.HTTP_PROXY = proxy.url;
    try {
      await expect(list()).rejects.toMatchObject(forbidden);
      expect(proxy.seen()).toEqual([]);
    } finally {
      await proxy.close();
    }
  });
});

test('a proxy itself is not looked up by the policy', async () => {
  client.useEgress(forbidsAddresses);
  const proxy = await startForwardProxy();
  process.env.HTTP_PROXY = proxy.url.replace('127.0.0.1', 'localhost');
  try {
    expect(await list()).toEqual([]);
  } finally {
    await proxy.close();
  }
});
