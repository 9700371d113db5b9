import { setTimeout as sleep } from 'node:timers/promises';
import { JOB_IDS } from '../../sandbox';
import { readFault } from '../../sandbox/faults/fault';
import { authenticate, post, sandboxWith, tokenOf } from './client';

/** The other faults are tried with the nodes, as in test/nodes/Projects/runs/faults.test.ts. */

test('an echo repeats the login', async () => {
  const sandbox = await sandboxWith();
  sandbox.faults.add({ kind: 'echo', operation: 'authenticate', status: 400 });
  expect(await (await authenticate(sandbox)).text()).toContain(sandbox.credentials.password);
});

test('what comes late takes effect all the same, once', async () => {
  const sandbox = await sandboxWith({ seedRuns: false });
  sandbox.faults.add({ kind: 'status', operation: 'runJob', lateByMs: 20 });
  const start = `mutation { runJob(jobId: "${JOB_IDS.salesExtraction}") { id } }`;
  expect((await post(sandbox, await tokenOf(sandbox), start)).status).toBe(503);
  const runs = () => sandbox.store.runsOfJob(JOB_IDS.salesExtraction).length;
  while (runs() === 0) await sleep(20);
  expect(runs()).toBe(1);
});

test('faults are switched on and off over HTTP, and never happen to that', async () => {
  const sandbox = await sandboxWith();
  const url = `${sandbox.baseUrl}/sandbox/faults`;
  const send = async (body: unknown) => {
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  expect(await send({ kind: 'status', times: 2, skip: 1 })).toBe(201);
  expect((await authenticate(sandbox)).status).toBe(200);
  expect((await authenticate(sandbox)).status).toBe(503);
  expect(await (await fetch(url)).json()).toEqual([{ kind: 'status', times: 1, skip: 0 }]);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
  expect((await authenticate(sandbox)).status).toBe(200);
  for (const wrong of [{ kind: 'fire' }, { kind: 'hang', tims: 1 }, { kind: 'hang', times: -1 }, 7])
    expect(await send(wrong)).toBe(400);
});

test.each(['lostId', 'truncated'])('%s cannot come before a late effect', (kind) => {
  expect(() => readFault({ kind, lateByMs: 20 })).toThrow(
    `${kind} needs the effect before its answer, so it cannot have lateByMs`,
  );
});
