import { lookup as lookupOfSystem } from 'node:dns';
import type * as Platform from '../../../platform';
import type { Egress } from '../../../platform/http/egress';
import { forgetProxies } from '../../support/network/forgetProxies';
import { startForwardProxy } from '../../support/network/forwardProxy';
import { startRawPlatform } from '../../support/rawPlatform';
import { credentialFor, sendJson, type RawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';

let server: RawServer;
let client: typeof Platform;
beforeEach(async () => {
  forgetProxies();
  // The policy of a process stays.
  jest.resetModules();
  client = await import('../../../platform');
  server = await startRawPlatform((_request, response) =>
    sendJson(response, { data: { projects: [] } }),
  );
});

const byName = () => server.baseUrl.replace('127.0.0.1', 'localhost');
const list = async () => await client.connectPlatform(credentialFor(byName())).projects.list();

const policy = (changes: Partial<Egress> = {}): Egress => ({
  validateUrl: async () => ({ ok: true }),
  // n8n's own function where no address is forbidden would switch the policy off.
  createSecureLookup: () => (host, options, callback) => lookupOfSystem(host, options, callback),
  ...changes,
});
const forbidden = { message: expect.stringMatching(/^The network policy of n8n forbids requests/) };
const forbidsAddresses = policy({
  createSecureLookup: () => (_host, _options, callback) => callback(new Error('restricted'), ''),
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
    effect: 'none',
  });
  expect(server.received).toHaveLength(before);
});

test('a name that is found elsewhere when it is connected to is refused', async () => {
  client.useEgress(forbidsAddresses);
  await expect(list()).rejects.toMatchObject({ ...forbidden, effect: 'none' });
  expect(server.received).toEqual([]);
});

test('a connection that was open before the policy was known is used no more, and the first policy stays', async () => {
  await list();
  const before = server.received.length;
  client.useEgress(forbidsAddresses);
  client.useEgress(policy());
  await expect(list()).rejects.toMatchObject(forbidden);
  expect(server.received).toHaveLength(before);
});

const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND x'), { code: 'ENOTFOUND' });
const findsNothing = { validateUrl: async () => await Promise.reject(notFound) };

test('a name that is not found is reported as such', async () => {
  const createSecureLookup: Egress['createSecureLookup'] = () => (_host, _options, callback) =>
    callback(notFound, '');
  client.useEgress(policy({ ...findsNothing, createSecureLookup }));
  await expect(list()).rejects.toThrow(`The host ${new URL(byName()).host} was not found`);
});

test('a name that is not found is refused behind a proxy, which might find it', async () => {
  client.useEgress(policy(findsNothing));
  const proxy = await untilTestEnds(startForwardProxy());
  process.env.HTTP_PROXY = proxy.url;
  await expect(list()).rejects.toMatchObject({
    message: expect.stringMatching(/^n8n could not look up localhost, which its network policy/),
    effect: 'none',
  });
  expect(proxy.seen()).toEqual([]);
});

test('a proxy itself is not looked up by the policy', async () => {
  client.useEgress(forbidsAddresses);
  const proxy = await untilTestEnds(startForwardProxy());
  process.env.HTTP_PROXY = proxy.url.replace('127.0.0.1', 'localhost');
  expect(await list()).toEqual([]);
});
