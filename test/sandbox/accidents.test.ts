import { setTimeout as sleep } from 'node:timers/promises';
import { JOB_IDS, type Accident } from '../../sandbox';
import { authenticate, clientOf, post, sandboxWith, tokenOf } from './client';

const RUN = `mutation { runJob(jobId: "${JOB_IDS.salesExtraction}") { id } }`;

/** The status and body of a response, or how the exchange failed. */
async function outcomeOf(sending: Promise<Response>): Promise<string> {
  const response = await sending.catch(() => undefined);
  if (!response) return 'no response';
  const text = await response.text().catch(() => 'broken off');
  return `${response.status} ${text.slice(0, 10)}`;
}

test.each<[Accident, number, string]>([
  [{ kind: 'resetBefore' }, 0, 'no response'],
  [{ kind: 'resetAfter' }, 1, 'no response'],
  [{ kind: 'status' }, 0, '503 <html>'],
  [{ kind: 'status', status: 502, body: 'json', afterEffect: true }, 1, '502 {"status":'],
  [{ kind: 'html' }, 0, '200 <html>'],
  [{ kind: 'html', afterEffect: true }, 1, '200 <html>'],
  [{ kind: 'truncated' }, 1, '200 broken off'],
  [{ kind: 'badJson' }, 0, '200 {"data":{"'],
  [{ kind: 'badJson', afterEffect: true }, 1, '200 {"data":{"'],
  [{ kind: 'expiredToken' }, 0, '401 {"status":'],
])('%j on the start of a run starts %i runs, and happens once', async (accident, effects, seen) => {
  const sandbox = await sandboxWith({ seedRuns: false });
  const token = await tokenOf(sandbox);
  sandbox.accidents.add({ ...accident, operation: 'runJob', skip: 1 });
  const runs = () => sandbox.store.runsOfJob(JOB_IDS.salesExtraction).length;
  const send = async () => await outcomeOf(post(sandbox, token, RUN));
  expect(await send()).toMatch(/^200 \{"data":\{"/);
  expect(await send()).toMatch(new RegExp(`^${seen.replace('<html>', '\\s*<')}`));
  expect(runs()).toBe(1 + effects);
  expect(sandbox.accidents.pending()).toEqual([]);
  expect(await send()).toMatch(accident.kind === 'expiredToken' ? /^401/ : /^200/);
});

test.each<Accident>([
  { kind: 'status', status: 504, lateByMs: 500 },
  { kind: 'resetAfter', lateByMs: 500 },
])('the effect of %j comes after the response, once', async (accident) => {
  const sandbox = await sandboxWith({ seedRuns: false });
  const token = await tokenOf(sandbox);
  sandbox.accidents.add({ ...accident, operation: 'runJob' });
  const runs = () => sandbox.store.runsOfJob(JOB_IDS.salesExtraction).length;
  await outcomeOf(post(sandbox, token, RUN));
  expect(runs()).toBe(0);
  while (runs() === 0) await sleep(20);
  expect(runs()).toBe(1);
});

test('a root field is found behind an alias, a fragment and the name of the operation', async () => {
  const sandbox = await sandboxWith();
  const token = await tokenOf(sandbox);
  sandbox.accidents.add({ kind: 'status', operation: 'projects', times: 2 });
  const statusOf = async (query: string) => (await post(sandbox, token, query)).status;
  expect(await statusOf('{ projects: __typename }')).toBe(200);
  expect(await statusOf('{ all: projects { id } }')).toBe(503);
  expect(await statusOf('{ ...F } fragment F on Query { projects { id } }')).toBe(503);
});

test('an echo repeats the login', async () => {
  const sandbox = await sandboxWith();
  sandbox.accidents.add({ kind: 'echo', operation: 'authenticate', status: 400 });
  expect(await (await authenticate(sandbox)).text()).toContain(sandbox.credentials.password);
});

test.each<Accident>([{ kind: 'endless' }, { kind: 'drip', everyMs: 1 }])(
  '%j comes to no end, until the reader has had enough',
  async (accident) => {
    const sandbox = await sandboxWith();
    const ask = await clientOf(sandbox);
    sandbox.accidents.add({ ...accident, operation: 'projects' });
    const { body } = await post(sandbox, await tokenOf(sandbox), '{ projects { id } }');
    const reader = body?.getReader();
    for (let pieces = 0; pieces < 8; pieces++) expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
    expect((await ask('{ projects { id } }')).errors).toBeUndefined();
  },
);

test.each([
  [undefined, 100_000],
  [70_000, 70_000],
])('a file breaks off after %p bytes', async (afterBytes, arriving) => {
  const sandbox = await sandboxWith({ seed: false });
  sandbox.confFiles.write('/a', Buffer.alloc(200_000, 'x'));
  sandbox.accidents.add({ kind: 'truncated', afterBytes });
  const { customer, platformId, localAddress } = sandbox.uploadCredentials;
  const response = await fetch(`${localAddress}/configuration/${customer}/${platformId}/a`);
  const reader = response.body?.getReader();
  let read = 0;
  const reading = async () => {
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read())
      read += piece.value.length;
  };
  await expect(reading()).rejects.toThrow();
  expect(read).toBe(arriving);
});

test('accidents are switched on and off over HTTP, and never happen to that', async () => {
  const sandbox = await sandboxWith();
  const url = `${sandbox.baseUrl}/sandbox/accidents`;
  const send = async (body: unknown) => {
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  expect(await send({ kind: 'status', times: 9 })).toBe(201);
  expect((await authenticate(sandbox)).status).toBe(503);
  expect(await (await fetch(url)).json()).toEqual([{ kind: 'status', times: 8, skip: 0 }]);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
  expect((await authenticate(sandbox)).status).toBe(200);
  for (const wrong of [{ kind: 'fire' }, { kind: 'hang', tims: 1 }, { kind: 'hang', times: 0 }, 7])
    expect(await send(wrong)).toBe(400);
});
