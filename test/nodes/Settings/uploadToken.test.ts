import { startSandbox, type Sandbox } from '../../../sandbox';
import { startRawServer } from '../../support/rawServer';
import { runSettings } from './support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seed: false });
});
afterEach(() => sandbox.close());

const get = { resource: 'uploadToken', operation: 'get' };
const source = 'secret platform-common/platform-common-conf-upload-token, key token';

test('tells that there is one, and the token only where it is to be revealed', async () => {
  const hidden = await runSettings(sandbox, get);
  expect(hidden.error).toBeUndefined();
  expect(hidden.json).toEqual([{ found: true, source }]);
  expect(JSON.stringify(hidden.run)).not.toContain(sandbox.uploadCredentials.uploadToken);

  const revealed = await runSettings(sandbox, { ...get, revealToken: true });
  expect(revealed.json).toEqual([
    { found: true, source, token: sandbox.uploadCredentials.uploadToken },
  ]);
});

test('a line end in the secret is not part of the token', async () => {
  sandbox.cluster.uploadTokenSecret = { token: 'abc\n' };
  const { json } = await runSettings(sandbox, { ...get, revealToken: true });
  expect(json).toEqual([{ found: true, source, token: 'abc' }]);
});

test('says both ways to get one where there is no secret', async () => {
  sandbox.cluster.uploadTokenSecret = undefined;
  const { json } = await runSettings(sandbox, { ...get, revealToken: true });
  expect(json).toEqual([
    {
      found: false,
      source,
      reason: expect.stringContaining('There is no secret'),
      waysToGetOne: [
        {
          way: expect.stringContaining('Generate a token'),
          commands: [
            expect.stringContaining(
              'create secret generic platform-common-conf-upload-token --from-literal=token=',
            ),
            expect.stringContaining('delete pod'),
          ],
        },
        {
          way: expect.stringContaining('that the service generated'),
          commands: [expect.stringContaining('logs service/platform-common-confservice')],
        },
      ],
    },
  ]);
});

test.each<[string, Record<string, string>]>([
  ['another key', { password: 'x' }],
  ['an empty token', { token: '' }],
])('a secret with %s is mended, not made', async (_name, data) => {
  sandbox.cluster.uploadTokenSecret = data;
  const { json } = await runSettings(sandbox, get);
  expect(json).toMatchObject([
    { found: false, reason: expect.stringContaining('holds nothing under the key token') },
  ]);
  expect(JSON.stringify(json)).toContain('patch secret');
  expect(JSON.stringify(json)).not.toContain('create secret');
});

test('an account that may not read the secret is told so', async () => {
  sandbox.cluster.forbidden.add('secrets');
  const { error } = await runSettings(sandbox, { ...get, revealToken: true });
  expect(error?.message).toMatch(/did not show the secret .*HTTP 403/);
  expect(error?.description).toMatch(/docs\/cluster\.md/);
});

test('an answer that is cut never shows what of the secret had come', async () => {
  const encoded = Buffer.from('a-very-secret-token').toString('base64');
  const server = await startRawServer((_request, response) =>
    response.end(`{"kind":"Secret","data":{"token":"${encoded}"`),
  );
  try {
    const { run, error } = await runSettings(sandbox, get, {
      dataPlatformKubernetesApi: { ...sandbox.clusterCredentials, apiServer: server.baseUrl },
    });
    expect(error?.message).toMatch(/not whole JSON/);
    expect(`${JSON.stringify(run)} ${error?.stack} ${error?.description}`).not.toContain(encoded);
  } finally {
    await server.close();
  }
});

test('a page of a gateway with status 404 does not say that there is no secret', async () => {
  const server = await startRawServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>');
  });
  const { json, error } = await runSettings(sandbox, get, {
    dataPlatformKubernetesApi: { ...sandbox.clusterCredentials, apiServer: server.baseUrl },
  });
  await server.close();
  expect(json).toEqual([]);
  expect(error?.message).toContain('HTTP 404');
});
