import { createConnection } from 'node:net';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { JOB_IDS, startSandbox } from '../../sandbox';
import { clientOf, closeSandboxes, sandboxWith } from './client';

afterEach(closeSandboxes);

test('requests are counted by root field, once a request, and kept', async () => {
  const sandbox = await sandboxWith();
  const ask = await clientOf(sandbox);
  await ask('{ projects { id } a: __typename b: __typename }');
  await ask(`mutation { runJob(jobId: "${JOB_IDS.nightlyBackup}") { id } }`);
  expect(sandbox.stats.requests).toBe(3);
  expect(sandbox.stats.byOperation).toEqual({
    authenticate: 1,
    projects: 1,
    __typename: 1,
    runJob: 1,
  });
  expect(sandbox.stats.recent.at(-1)).toMatchObject({
    method: 'POST',
    path: '/projects/api/platform/1/graphql',
    operation: 'runJob',
    body: expect.stringContaining('runJob'),
  });
  sandbox.stats.reset();
  expect(sandbox.stats).toMatchObject({ requests: 0, byOperation: {}, recent: [], logins: 0 });
});

test('connections are counted as they come and go', async () => {
  const sandbox = await sandboxWith();
  const sockets = [1, 2, 3].map(() => createConnection(sandbox.port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  while (sandbox.stats.connections < 3) await new Promise(setImmediate);
  expect(sandbox.stats).toMatchObject({
    connections: 3,
    openConnections: 3,
    maxOpenConnections: 3,
  });
  sockets.forEach((socket) => socket.destroy());
  while (sandbox.stats.openConnections > 0) await new Promise(setImmediate);
  expect(sandbox.stats).toMatchObject({ connections: 3, maxOpenConnections: 3 });
});

test('a kept connection carries many requests', async () => {
  const sandbox = await sandboxWith();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let call = 0; call < 50; call++) {
    const sent = request(`${sandbox.baseUrl}/nowhere`, { agent }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    await once(response, 'end');
  }
  agent.destroy();
  expect(sandbox.stats).toMatchObject({ requests: 50, connections: 1 });
});

test('latency delays the platform, not the control routes', async () => {
  const sandbox = await sandboxWith({ latencyMs: 500 });
  const since = performance.now();
  await fetch(`${sandbox.baseUrl}/sandbox/state`);
  const control = performance.now() - since;
  await fetch(`${sandbox.baseUrl}/nowhere`);
  expect(performance.now() - since - control).toBeGreaterThan(490);
  expect(control).toBeLessThan(490);
});

test('a port that is in use is reported by its code', async () => {
  const { port } = await sandboxWith();
  await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
