import { JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../sandbox';
import {
  authenticate,
  clientOf,
  dataOf,
  post,
  projectsUrl,
  sandboxWith,
  tokenOf,
  UNKNOWN,
} from './client';

const JSON_TYPE = { 'Content-Type': 'application/json' };

test('the documented interface of the catalog has no root field for technologies or contexts', async () => {
  const sandbox = await sandboxWith();
  const ask = await clientOf(sandbox, `${sandbox.baseUrl}/gateway/api/graphql`);
  expect(dataOf(await ask('{ repositories { id } }')).repositories).toHaveLength(2);
  for (const field of ['technologies', 'contexts']) {
    const { errors } = await ask(`{ ${field} { id } }`);
    expect(errors?.[0]?.message).toContain(`Cannot query field "${field}" on type "Query"`);
  }
});

describe('deployed platforms answer so', () => {
  const { retail } = PROJECT_IDS;
  const job = `projectId: "${retail}", name: "python_test", category: "Extraction",
    technology: { id: "${TECHNOLOGY_IDS.python}" }, isScheduled: false, isStreaming: false`;
  const groups = `{ name: "administrators", role: ROLE_PROJECT_MANAGER },
    { name: "ours", role: ROLE_PROJECT_VIEWER }`;

  test.each<[string, string, object, object | string]>([
    [
      'a number that is written as text',
      'query ($id: UUID!, $limit: Int) { job(id: $id) { instances(limit: $limit) { number } } }',
      { id: JOB_IDS.salesExtraction, limit: '1' },
      { job: { instances: [{ number: expect.any(Number) }] } },
    ],
    ['variables that are no object', '{ platform { id } }', [], 'must be an object'],
    ['a wrong field', '{ platform { age } }', {}, 'Cannot query field'],
    [
      'a job without an alias',
      `mutation { createJob(job: { ${job} }, jobVersion: {}) { alias } }`,
      {},
      { createJob: { alias: 'python_test' } },
    ],
    [
      'a size',
      `mutation { createVolume(volume: { projectId: "${retail}", name: "v", size: "1 GB" }) { size } }`,
      {},
      { createVolume: { size: '1.0 GB' } },
    ],
    [
      'rights that are sent back',
      `mutation { editProject(project: { id: "${retail}", authorizedGroups: [${groups}] }) { id } }`,
      {},
      { editProject: { id: retail } },
    ],
  ])('%s', async (_name, query, variables, expected) => {
    const sandbox = await sandboxWith();
    const answer = await post(sandbox, await tokenOf(sandbox), query, variables);
    const { data, errors } = (await answer.json()) as {
      data: object;
      errors?: { message: string }[];
    };
    expect(answer.status).toBe(200);
    if (typeof expected === 'string') expect(errors?.[0]?.message).toContain(expected);
    else expect(data).toEqual(expected);
    const ask = await clientOf(sandbox);
    const rights = dataOf(await ask(`{ rights(projectId: "${retail}") { name } }`))
      .rights as object[];
    expect(new Set(rights.map((right) => JSON.stringify(right))).size).toBe(rights.length);
  });

  test('a login with two slashes, and times that name their zone', async () => {
    const sandbox = await sandboxWith({ appendsZone: true });
    const { credentials } = sandbox;
    const twice = { baseUrl: `${sandbox.baseUrl}/`, credentials } as typeof sandbox;
    const query = `{ job(id: "${JOB_IDS.nightlyBackup}") { creationDate } }`;
    const answer = await post(sandbox, await tokenOf(twice), query);
    expect(await answer.text()).toMatch(/"creationDate":"[-\d]{10}T[\d:.]+Z\[UTC\]"/);
  });
});

describe('what a client must not do is refused', () => {
  test.each([
    ['a wrong password', { body: '{"login":"demo","password":"wrong"}' }, 401, /password/],
    ['no realm', { headers: JSON_TYPE }, 400, /Platform-Realm/],
    ['a wrong realm', { headers: { ...JSON_TYPE, 'Platform-Realm': 'x' } }, 401, /Platform-Realm/],
    ['a body that is not JSON', { body: 'login=demo' }, 400, /JSON/],
    ['a form', { headers: { 'Content-Type': 'text/plain' } }, 415, /application\/json/],
  ])('a login with %s', async (_name, changes, status, message) => {
    const answer = await authenticate(await sandboxWith(), changes);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(message) });
  });

  test('a token whose time is over', async () => {
    let now = 1_700_000_000_000;
    const sandbox = await sandboxWith({ clock: () => now });
    const token = await tokenOf(sandbox);
    const status = async () => (await post(sandbox, token, '{ projects { id } }')).status;
    expect(await status()).toBe(200);
    now += 3_600_000;
    expect(await status()).toBe(401);
  });

  test.each<[string, Parameters<typeof sandboxWith>[0], string, unknown, RegExp]>([
    ['a status of a job', {}, `{ job(id: "${UNKNOWN}") { status } }`, {}, /Cannot query field/],
    ['an ID that is no UUID', {}, '{ job(id: "7") { id } }', {}, /"7" is not a UUID/],
    [
      'introspection, if it is off',
      { introspection: false },
      '{ __schema { queryType { name } } }',
      {},
      /introspection/,
    ],
  ])('%s', async (_name, options, query, variables, message) => {
    const ask = await clientOf(await sandboxWith(options));
    expect((await ask(query, variables)).errors?.[0]?.message).toMatch(message);
    expect((await ask('{ __typename }')).errors).toBeUndefined();
  });

  test('another platform, and what lies outside of the base path', async () => {
    const sandbox = await sandboxWith({ platformId: '7', basePath: '/tenant-a/' });
    const token = await tokenOf(sandbox);
    const url = projectsUrl(sandbox);
    const statusAt = async (address: string) =>
      (await post(sandbox, token, '{ projects { id } }', {}, address)).status;
    expect(await statusAt(url)).toBe(200);
    expect(await statusAt(url.replace('/7/', '/8/'))).toBe(404);
    expect(await statusAt(url.replace('/tenant-a', ''))).toBe(404);
  });

  test.each([
    [401, '/a', { Authorization: '' }],
    [403, '/a', { Authorization: 'Bearer no' }],
    [400, '/%2e%2e%2f/a', {}],
    [409, '/folder', {}],
    [400, '/a', { 'Content-Type': 'multipart/form-data; boundary=x' }],
  ])('an upload: %i at %s with %j', async (status, path, changes) => {
    const sandbox = await sandboxWith({ seed: false });
    sandbox.confFiles.write('/folder/file', 'x');
    const { customer, platformId, uploadToken } = sandbox.uploadCredentials;
    const form = new FormData();
    form.set('file', new File(['x'], 'name'));
    const token = { Authorization: `Bearer ${uploadToken}` };
    const url = `${sandbox.baseUrl}/conf/upload/${customer}/${platformId}`;
    const send = async (at: string, headers: HeadersInit, body: BodyInit) =>
      (await fetch(url + at, { method: 'POST', headers, body })).status;
    const body = 'Content-Type' in changes ? 'x' : form;
    expect(await send(path, { ...token, ...changes } as HeadersInit, body)).toBe(status);
    expect(await send('/a', token, form)).toBe(201);
  });
});
