import { JOB_IDS, type Accident, type Sandbox } from '../../sandbox';
import {
  authenticate,
  closeSandboxes,
  exchange,
  projectsUrl,
  sandboxWith,
  tokenOf,
} from './client';

afterEach(closeSandboxes);

const RUN = JSON.stringify({
  query: `mutation { runJob(jobId: "${JOB_IDS.salesExtraction}") { id } }`,
});

async function runWith(accident: Accident, patienceMs?: number) {
  const sandbox = await sandboxWith({ seedRuns: false });
  const token = await tokenOf(sandbox);
  sandbox.accidents.add(accident);
  const send = () =>
    exchange(
      projectsUrl(sandbox),
      { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      RUN,
      patienceMs,
    );
  const answer = await send();
  const runs = sandbox.store.runsOfJob(JOB_IDS.salesExtraction).length;
  return { sandbox, answer, runs, send };
}

function login(sandbox: Sandbox, patienceMs?: number) {
  return exchange(
    `${sandbox.baseUrl}/authentication/api/open/authenticate`,
    { 'Content-Type': 'application/json', 'Platform-Realm': 'demo' },
    '{"login":"demo","password":"demo-password"}',
    patienceMs,
  );
}

/** Milliseconds until silence is taken for an answer that never comes. */
function patience({ kind }: Accident): number {
  return kind === 'hang' ? 1000 : 10_000;
}

const OUTCOMES: [Accident, number, Record<string, unknown>][] = [
  [{ kind: 'resetBefore' }, 0, { error: 'ECONNRESET', body: '', status: undefined }],
  [{ kind: 'resetAfter' }, 1, { error: 'ECONNRESET', body: '', status: undefined }],
  [{ kind: 'status' }, 0, { status: 503, body: expect.stringContaining('<html>') }],
  [{ kind: 'status', status: 502, body: 'json', afterEffect: true }, 1, { status: 502 }],
  [{ kind: 'hang' }, 0, { error: 'SILENCE', status: undefined }],
  [{ kind: 'hang', afterEffect: true }, 1, { error: 'SILENCE', status: undefined }],
  [{ kind: 'html' }, 0, { status: 200, body: expect.stringContaining('<html>') }],
  [
    { kind: 'html', afterEffect: true },
    1,
    { status: 200, body: expect.stringContaining('<html>') },
  ],
  [{ kind: 'truncated' }, 1, { status: 200, error: 'ECONNRESET' }],
  [{ kind: 'badJson' }, 0, { status: 200, body: '{"data":{"' }],
  [{ kind: 'badJson', afterEffect: true }, 1, { status: 200, body: '{"data":{"' }],
  [{ kind: 'expiredToken' }, 0, { status: 401 }],
];

test.each(OUTCOMES)('%j on a run starts %i runs', async (accident, effects, seen) => {
  const { sandbox, answer, runs, send } = await runWith(
    { ...accident, operation: 'runJob' },
    patience(accident),
  );
  expect(runs).toBe(effects);
  expect(answer).toMatchObject(seen);
  if (accident.kind === 'truncated') {
    expect(answer.body.length).toBeLessThan(answer.announcedLength);
    expect(answer.body).toMatch(/^\{"data"/);
  }

  // It happens once; only the revoked token stays revoked.
  expect(sandbox.accidents.pending()).toEqual([]);
  expect((await send()).status).toBe(accident.kind === 'expiredToken' ? 401 : 200);
});

test.each(OUTCOMES)(
  '%j happens to the authentication call too',
  async (accident, effects, seen) => {
    const sandbox = await sandboxWith();
    sandbox.accidents.add({ ...accident, operation: 'authenticate' });
    expect(await login(sandbox, patience(accident))).toMatchObject(seen);
    expect(sandbox.stats.logins).toBe(effects);
    expect((await login(sandbox)).status).toBe(200);
  },
);

test('an accident can happen where nothing is', async () => {
  const sandbox = await sandboxWith();
  sandbox.accidents.add({ kind: 'status', status: 504, path: '/nowhere' });
  expect((await fetch(`${sandbox.baseUrl}/nowhere/else`)).status).toBe(504);
  expect((await fetch(`${sandbox.baseUrl}/nowhere/else`)).status).toBe(404);
});

test('Retry-After is sent', async () => {
  const sandbox = await sandboxWith();
  sandbox.accidents.add({ kind: 'status', status: 429, retryAfter: 3, body: 'json' });
  const answer = await authenticate(sandbox);
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('3');
  expect(await answer.json()).toMatchObject({ status: 429 });
});

test('skip and times are counted on matching requests only', async () => {
  const sandbox = await sandboxWith({ basePath: '/tenant-a' });
  sandbox.accidents.add({ kind: 'status', path: '/authentication', skip: 1, times: 2 });
  const statuses: number[] = [];
  for (let call = 0; call < 5; call++) {
    await fetch(`${sandbox.baseUrl}/elsewhere`);
    statuses.push((await authenticate(sandbox)).status);
  }
  expect(statuses).toEqual([200, 503, 503, 200, 200]);
});

test('a root field is found behind an alias, a fragment and the name of the operation', async () => {
  const sandbox = await sandboxWith();
  const token = await tokenOf(sandbox);
  sandbox.accidents.add({ kind: 'status', operation: 'projects', times: 3 });
  const ask = async (body: object) =>
    (
      await exchange(
        projectsUrl(sandbox),
        { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        JSON.stringify(body),
      )
    ).status;
  expect(await ask({ query: '{ projects: __typename }' })).toBe(200);
  expect(await ask({ query: '{ all: projects { id } }' })).toBe(503);
  expect(await ask({ query: '{ ...F } fragment F on Query { projects { id } }' })).toBe(503);
  const two = 'query A { __typename } query B { projects { id } }';
  expect(await ask({ query: two, operationName: 'A' })).toBe(200);
  expect(await ask({ query: two, operationName: 'B' })).toBe(503);
});

test('accidents are switched on and off over HTTP, and never happen to that', async () => {
  const sandbox = await sandboxWith();
  const url = `${sandbox.baseUrl}/sandbox/accidents`;
  const send = (body: unknown) =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await send({ kind: 'status', times: 9 })).status).toBe(201);
  expect((await authenticate(sandbox)).status).toBe(503);
  expect(await (await fetch(url)).json()).toEqual([{ kind: 'status', times: 8, skip: 0 }]);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
  expect((await authenticate(sandbox)).status).toBe(200);

  for (const wrong of [
    { kind: 'fire' },
    { kind: 'hang', times: 0 },
    { kind: 'hang', tims: 1 },
    7,
  ]) {
    const answer = await send(wrong);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: expect.any(String) });
  }
});

test('closing ends a request that hangs', async () => {
  const sandbox = await sandboxWith();
  sandbox.accidents.add({ kind: 'hang' });
  const hanging = login(sandbox, 20_000);
  while (sandbox.stats.requests === 0) await new Promise(setImmediate);
  await sandbox.close();
  expect((await hanging).error).toBe('ECONNRESET');
});
