import { authenticate, sandboxWith } from './client';

/** What each accident does to a request is tried with the nodes, as in test/nodes/Projects/runs/accidents.test.ts. */

test('an echo repeats the login', async () => {
  const sandbox = await sandboxWith();
  sandbox.accidents.add({ kind: 'echo', operation: 'authenticate', status: 400 });
  expect(await (await authenticate(sandbox)).text()).toContain(sandbox.credentials.password);
});

test('accidents are switched on and off over HTTP, and never happen to that', async () => {
  const sandbox = await sandboxWith();
  const url = `${sandbox.baseUrl}/sandbox/accidents`;
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
  for (const wrong of [{ kind: 'fire' }, { kind: 'hang', tims: 1 }, { kind: 'hang', times: 0 }, 7])
    expect(await send(wrong)).toBe(400);
});
