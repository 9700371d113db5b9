import { startSandbox, type Sandbox } from '../../sandbox';

let sandbox: Sandbox;
let token: string;
beforeEach(async () => {
  sandbox = await startSandbox({ seed: false });
  const { login, password, realm } = sandbox.credentials;
  const answer = await fetch(`${sandbox.baseUrl}/authentication/api/open/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Platform-Realm': realm },
    body: JSON.stringify({ login, password }),
  });
  token = await answer.text();
});
afterEach(() => sandbox.close());

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${sandbox.baseUrl}/settings/api/v1/settings/${path}`, {
    headers: { Authorization: `Bearer ${token}`, 'Platform-Realm': 'demo', ...headers },
  });
  return { status: answer.status, body: await answer.json() };
}

test('an administrator reads both settings', async () => {
  expect(await ask('platform/1/gpu')).toEqual({
    status: 200,
    body: sandbox.platformSettings.gpu,
  });
  expect(await ask('platforms/datalakeUrls')).toEqual({
    status: 200,
    body: sandbox.platformSettings.dataLakeUrls,
  });
  sandbox.platformSettings.gpu = false;
  expect((await ask('platform/1/gpu')).body).toBe(false);
});

test.each<[number, string, string, Record<string, string>]>([
  [400, 'no realm', 'platform/1/gpu', { 'Platform-Realm': '' }],
  [400, 'another realm', 'platforms/datalakeUrls', { 'Platform-Realm': 'other' }],
  [401, 'no good token', 'platform/1/gpu', { Authorization: 'Bearer x' }],
  [404, 'another platform', 'platform/2/gpu', {}],
])('%i for %s', async (status, _name, path, headers) => {
  expect((await ask(path, headers)).status).toBe(status);
});

test('no one else may read them', async () => {
  sandbox.platformSettings.isAdministrator = false;
  expect((await ask('platform/1/gpu')).status).toBe(403);
  expect((await ask('platforms/datalakeUrls')).status).toBe(403);
});
