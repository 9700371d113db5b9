import { authenticate, closeSandboxes, post, sandboxWith, tokenOf } from './client';

afterEach(closeSandboxes);

const JSON_TYPE = { 'Content-Type': 'application/json' };
const QUERY = '{ projects { id } }';

test('a right login gets the token as bare text', async () => {
  const sandbox = await sandboxWith();
  const answer = await authenticate(sandbox);
  expect(answer.status).toBe(200);
  const token = await answer.text();
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect((await post(sandbox, token, QUERY)).status).toBe(200);
  expect(sandbox.stats.logins).toBe(1);
});

test('the token can come as a JSON string or in an object', async () => {
  const asString = await authenticate(await sandboxWith({ tokenFormat: 'json-string' }));
  expect(typeof (await asString.json())).toBe('string');
  const asObject = await authenticate(await sandboxWith({ tokenFormat: 'object' }));
  expect(await asObject.json()).toEqual({ token: expect.any(String) });
});

test('a JWT shows its lifetime, an opaque token does not', async () => {
  const clock = () => 1_700_000_000_000;
  const jwt = await tokenOf(await sandboxWith({ tokenLifetimeSeconds: 60, clock }));
  const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ iat: 1_700_000_000, exp: 1_700_000_060 });
  const opaque = await tokenOf(await sandboxWith({ tokenKind: 'opaque' }));
  expect(opaque).not.toContain('.');
});

test.each([
  ['a wrong password', { body: '{"login":"demo","password":"wrong"}' }, 401, /password/],
  ['a wrong login', { body: '{"login":"x","password":"demo-password"}' }, 401, /login/],
  ['no realm', { headers: JSON_TYPE }, 400, /Platform-Realm/],
  ['a wrong realm', { headers: { ...JSON_TYPE, 'Platform-Realm': 'x' } }, 401, /Platform-Realm/],
  ['a body that is not JSON', { body: 'login=demo' }, 400, /JSON/],
  ['no password', { body: '{"login":"demo"}' }, 400, /password/],
  ['a form', { headers: { 'Content-Type': 'text/plain' } }, 415, /application\/json/],
])('%s is refused with JSON', async (_name, changes, status, message) => {
  const sandbox = await sandboxWith();
  const answer = await authenticate(sandbox, changes);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ status, message: expect.stringMatching(message) });
  expect(sandbox.stats.logins).toBe(0);
});

test('the realm header can have another name', async () => {
  const sandbox = await sandboxWith({ realmHeader: 'Brand-Realm' });
  const headers = { ...JSON_TYPE, 'Brand-Realm': 'demo' };
  expect((await authenticate(sandbox, { headers })).status).toBe(200);
  expect((await authenticate(sandbox)).status).toBe(400);
});

test('no token, an invented one, an expired one and a revoked one get a 401', async () => {
  let now = 1_700_000_000_000;
  const sandbox = await sandboxWith({ tokenLifetimeSeconds: 60, clock: () => now });
  expect(
    (await fetch(sandbox.baseUrl + '/projects/api/platform/1/graphql', { method: 'POST' })).status,
  ).toBe(401);
  expect((await post(sandbox, 'invented', QUERY)).status).toBe(401);

  const token = await tokenOf(sandbox);
  now += 59_999;
  expect((await post(sandbox, token, QUERY)).status).toBe(200);
  now += 1;
  const expired = await post(sandbox, token, QUERY);
  expect(expired.status).toBe(401);
  expect(await expired.json()).toMatchObject({ message: expect.stringMatching(/expired/) });

  const second = await tokenOf(sandbox);
  expect((await post(sandbox, second, QUERY)).status).toBe(200);
  sandbox.expireTokens();
  expect((await post(sandbox, second, QUERY)).status).toBe(401);
  expect((await post(sandbox, await tokenOf(sandbox), QUERY)).status).toBe(200);
});
