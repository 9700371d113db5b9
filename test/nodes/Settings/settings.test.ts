import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type Behaviour,
} from '../../support/rawServer';
import { runNode } from '../../support/engine/runWorkflow';
import { runSettings, SETTINGS_NODE } from './support';
import { sandboxForEachTest } from '../../support/testSandbox';
import { untilTestEnds } from '../../support/untilTestEnds';

const getGpu = { resource: 'gpu', operation: 'get' };
const getUrls = { resource: 'dataLakeUrl', operation: 'getAll', returnAll: true };

describe('against the sandbox', () => {
  const sandbox = sandboxForEachTest({ seed: false });

  test('another platform may be named', async () => {
    const { error } = await runSettings(sandbox, { ...getGpu, platformId: '7' });
    expect(error?.message).toMatch(/HTTP 404 .*There is no platform 7/);
  });

  test('data lake URLs become items, up to the limit', async () => {
    expect((await runSettings(sandbox, getUrls)).json).toEqual(
      sandbox.platformSettings.dataLakeUrls,
    );
    const { json } = await runSettings(sandbox, { ...getUrls, returnAll: false, limit: 1 });
    expect(json).toHaveLength(1);
  });

  test('another realm header is sent where the credential names one', async () => {
    const realmHeader = 'Saas-Realm';
    await sandbox.restart({ realmHeader });
    const { json } = await runSettings(sandbox, getGpu, {
      dataPlatformApi: { ...sandbox.credentials, realmHeader },
    });
    expect(json).toEqual([{ platformId: '1', enabled: true }]);
  });

  test('a login without administrator rights is reported as that', async () => {
    sandbox.platformSettings.isAdministrator = false;
    for (const parameters of [getGpu, getUrls]) {
      const { error } = await runSettings(sandbox, parameters);
      expect(error?.message).toMatch(/HTTP 403/);
      expect(error?.description).toMatch(/administrator.*no right/);
    }
  });

  test('a login that may only read is named, with the right that it needs', async () => {
    const { error } = await runSettings(sandbox, getGpu, {
      dataPlatformApi: sandbox.viewerCredentials,
    });
    expect(error?.description).toMatch(
      /login of the credential is "viewer"\. Usually, this needs the login of an administrator/,
    );
  });

  test('no credential is refused before anything is sent', async () => {
    const { error } = await runSettings(sandbox, getGpu, {});
    expect(error?.message).toMatch(/^No platform credential is selected$/);
    expect(sandbox.stats.requests).toBe(0);
  });
});

/** Runs an operation against a platform whose settings endpoints do as a test says. */
async function answeredBy(behave: Behaviour, parameters: Record<string, unknown>) {
  const { baseUrl, received } = await untilTestEnds(startRawServer(withLogin(behave)));
  const result = await runNode(
    { type: SETTINGS_NODE, parameters: parameters as never },
    { dataPlatformApi: credentialFor(baseUrl) },
  );
  return { ...result, received };
}

const text =
  (body: string, status = 200): Behaviour =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end(body);

test('each is the one documented request, with its headers', async () => {
  const behave: Behaviour = (_request, response) => sendJson(response, true);
  for (const [parameters, path] of [
    [getGpu, '/settings/api/v1/settings/platform/1/gpu'],
    [getUrls, '/settings/api/v1/settings/platforms/datalakeUrls'],
  ] as const) {
    const { received } = await answeredBy(behave, parameters);
    expect(received.slice(1)).toEqual([
      expect.objectContaining({
        method: 'GET',
        path,
        body: '',
        headers: expect.objectContaining({
          authorization: 'Bearer token-1',
          'content-type': 'application/json',
          'platform-realm': 'demo',
        }),
      }),
    ]);
  }
});

/** A number whose last digits JavaScript loses. */
const LARGE = '7615917337495251231';

test.each<[string, object[]]>([
  ['{"a":{"b":[1]}}', [{ a: { b: [1] } }]],
  ['{}', [{}]],
  ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['["x","y"]', [{ value: 'x' }, { value: 'y' }]],
  ['[]', [{ value: [] }]],
  ['false', [{ value: false }]],
  ['"s3://lake"', [{ value: 's3://lake' }]],
  ['hdfs://lake:8020', [{ value: 'hdfs://lake:8020' }]],
  ['2', [{ value: 2 }]],
  [`[{"size":${LARGE}}]`, [{ size: LARGE }]],
  ['null', [{ value: null }]],
  ['', [{ value: null }]],
  // A gateway that repeats the request.
  ['authorization&#58; Bearer token&#45;1', [{ value: 'authorization: Bearer ***' }]],
  // n8n would take it for a failure.
  ['{"error":"none","on":true}', [{ value: { error: 'none', on: true } }]],
])('the response %j is passed on faithfully', async (body, asGpu) => {
  const gpu = await answeredBy(text(body), getGpu);
  expect(gpu.json).toEqual(asGpu);
  const asUrls = asGpu.map((item) => ('value' in item ? { url: item.value } : item));
  const urls = await answeredBy(text(body), getUrls);
  expect(urls.json).toEqual(body === '[]' ? [] : asUrls);
  const hints = body.includes(LARGE) ? [expect.stringMatching(/as text.*: size$/)] : [];
  expect([gpu.hints, urls.hints]).toEqual([hints, hints]);
});

test.each([
  ['link', '</next>; rel="next"', 'Link'],
  ['x-next-page', '2', 'x-next-page'],
  ['x-total-count', '3', 'x-total-count'],
])(
  'a list of which the header %s reports more is not taken for all',
  async (name, value, shown) => {
    const { json, error } = await answeredBy((_request, response) => {
      response.setHeader(name, value);
      sendJson(response, ['s3://a', 's3://b']);
    }, getUrls);
    expect(json).toEqual([]);
    expect(error?.message).toBe('The list of settings is incomplete');
    expect(error?.description).toContain(`The response header "${shown}" reports more settings`);
  },
);

test.each([
  ['<title>Sign in</title>', /web page instead of a setting: "Sign in"/],
  ['<title>Rejected</title>Your support ID is: 12345', /^A firewall or .*Support ID: 12345$/],
])('the web page %s is no setting', async (page, message) => {
  const { error } = await answeredBy(text(`<html>${page}</html>`), getGpu);
  expect(error?.message).toMatch(message);
});

test('the token stands in no error', async () => {
  const { error } = await answeredBy(text('refused token-1', 400), getGpu);
  expect(error?.message).toMatch(/HTTP 400/);
  expect(JSON.stringify([error, error?.message])).not.toContain('token-1');
});

test('a setting that contains the text of the password or token is passed on unchanged', async () => {
  const setting = { url: `hdfs://${credentialFor('').password}@lake:8020`, realm: 'token-1' };
  const { json, error } = await answeredBy(text(JSON.stringify([setting])), getUrls);
  expect(error).toBeUndefined();
  expect(json).toEqual([setting]);
});
