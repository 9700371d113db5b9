import { JOB_IDS, type Accident, type Sandbox } from '../../sandbox';
import { ENCODINGS } from '../../sandbox/accidents/accident';
import { authenticate, closeSandboxes, post, sandboxWith, tokenOf } from './client';

afterEach(closeSandboxes);

const RUN = `mutation { runJob(jobId: "${JOB_IDS.salesExtraction}") { id } }`;
const runsOf = (sandbox: Sandbox) => sandbox.store.runsOfJob(JOB_IDS.salesExtraction).length;

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test.each<Accident>([
  { kind: 'status', status: 504, lateByMs: 700 },
  { kind: 'resetAfter', lateByMs: 700 },
  { kind: 'badJson', lateByMs: 700 },
])('the effect of %j comes after the response, once', async (accident) => {
  const sandbox = await sandboxWith({ seedRuns: false });
  const token = await tokenOf(sandbox);
  const { requests } = sandbox.stats;
  sandbox.accidents.add({ ...accident, operation: 'runJob' });
  await post(sandbox, token, RUN).catch(() => undefined);
  expect(runsOf(sandbox)).toBe(0);
  await until(() => runsOf(sandbox) > 0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(runsOf(sandbox)).toBe(1);
  // It is one request, however late it takes effect.
  expect(sandbox.stats.requests).toBe(requests + 1);
});

test('a file whose upload got an error is there later', async () => {
  const sandbox = await sandboxWith({ seed: false });
  const { customer, platformId, uploadToken } = sandbox.uploadCredentials;
  sandbox.accidents.add({ kind: 'status', operation: 'confUpload', lateByMs: 30 });
  const answer = await fetch(`${sandbox.baseUrl}/conf/upload/${customer}/${platformId}/a.txt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${uploadToken}`, 'content-type': 'text/plain' },
    body: 'late',
  });
  expect(answer.status).toBe(503);
  const url = `${sandbox.uploadCredentials.localAddress}/configuration/${customer}/${platformId}/a.txt`;
  let text = '';
  while (text !== 'late') text = await (await fetch(url)).text();
});

test.each(['__typename', '__schema'])('accidents happen to the probe %s', async (operation) => {
  const sandbox = await sandboxWith();
  const token = await tokenOf(sandbox);
  sandbox.accidents.add({ kind: 'status', operation });
  const query = operation === '__schema' ? '{ __schema { queryType { name } } }' : '{ __typename }';
  expect((await post(sandbox, token, query)).status).toBe(503);
  expect((await post(sandbox, token, query)).status).toBe(200);
});

test.each(ENCODINGS)('an echo repeats the login as %s', async (encoding) => {
  const sandbox = await sandboxWith();
  sandbox.accidents.add({ kind: 'echo', operation: 'authenticate', encoding, status: 400 });
  const answer = await authenticate(sandbox);
  expect(answer.status).toBe(400);
  const text = await answer.text();
  const { password } = sandbox.credentials;
  const shown =
    encoding === 'base64' ? Buffer.from(`password: ${password}`).toString('base64') : 'password';
  expect(text).toContain(shown);
});

test('an echo as JSON repeats the token', async () => {
  const sandbox = await sandboxWith();
  const token = await tokenOf(sandbox);
  sandbox.accidents.add({ kind: 'echo', operation: 'projects', body: 'json' });
  const answer = await post(sandbox, token, '{ projects { id } }');
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining(token) });
});

test.each([['not allowed'], [{ message: 'one object' }], [[{}]], [['a text']]])(
  'errors come as %j',
  async (errors) => {
    const sandbox = await sandboxWith();
    const token = await tokenOf(sandbox);
    sandbox.accidents.add({ kind: 'errors', errors, data: { projects: null } });
    const answer = await post(sandbox, token, '{ projects { id } }');
    expect(await answer.json()).toEqual({ data: { projects: null }, errors });
  },
);

test('a huge response has as many bytes as were asked for', async () => {
  const sandbox = await sandboxWith();
  const token = await tokenOf(sandbox);
  sandbox.accidents.add({ kind: 'huge', bytes: 3_000_000 });
  expect((await (await post(sandbox, token, '{ projects { id } }')).text()).length).toBeGreaterThan(
    3_000_000,
  );
});

test.each<Accident>([
  { kind: 'endless' },
  { kind: 'drip', everyMs: 1 },
  { kind: 'endless', afterEffect: true },
])('%j comes to no end, until the reader has had enough', async (accident) => {
  const sandbox = await sandboxWith();
  const token = await tokenOf(sandbox);
  sandbox.accidents.add({ ...accident, operation: 'projects' });
  const { body } = await post(sandbox, token, '{ projects { id } }');
  const reader = body?.getReader();
  for (let pieces = 0; pieces < 8; pieces++) expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
  expect((await post(sandbox, token, '{ projects { id } }')).status).toBe(200);
});

test('folders hold two folders each, without an end', async () => {
  const sandbox = await sandboxWith();
  const { customer, platformId, localAddress } = sandbox.uploadCredentials;
  sandbox.accidents.add({ kind: 'cyclic', operation: 'confList', times: 2 });
  const list = async () =>
    (await fetch(`${localAddress}/configuration/${customer}/${platformId}?path=/`)).text();
  for (let time = 0; time < 2; time++) {
    const names = ((await JSON.parse(await list())) as Array<{ name: string }>).map(
      ({ name }) => name,
    );
    expect(names.slice(-2)).toEqual(['left', 'right']);
  }
  expect(await list()).not.toContain('right');
});

test('what cannot be is refused', async () => {
  const sandbox = await sandboxWith();
  for (const wrong of [{ encoding: 'rot13' }, { lateByMs: -1 }, { bytes: 'many' }]) {
    const answer = await fetch(`${sandbox.baseUrl}/sandbox/accidents`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind: 'echo', ...wrong }),
    });
    expect(answer.status).toBe(400);
  }
});
