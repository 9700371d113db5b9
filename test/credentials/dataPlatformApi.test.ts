import { JOB_IDS, startSandbox } from '../../sandbox';
import { REQUEST_NODE_TYPE } from '../support/engine/helperNodes';
import { DataPlatformApi } from '../../credentials/DataPlatformApi.credentials';
import { runNode } from '../support/engine/runWorkflow';
import { testCredential } from '../support/engine/testCredential';
import { sandboxForEachTest } from '../support/testSandbox';
import { untilTestEnds } from '../support/untilTestEnds';

const sandbox = sandboxForEachTest({ seedRuns: false });

describe('the test button', () => {
  const press = async (changes: Record<string, string> = {}) =>
    await testCredential('dataPlatformApi', { ...sandbox.credentials, ...changes });

  test('says what it understood of the address of a page, also if the login is refused', async () => {
    const page = `${sandbox.baseUrl}/projects/platform/1/project/p/jobs?tab=a`;
    const place = `(tested: platform 1 at ${sandbox.baseUrl})`;
    expect(await press({ baseUrl: page, platformId: '' })).toEqual({
      status: 'OK',
      message: `Connection successful ${place}`,
    });
    const refused = await press({ baseUrl: page, platformId: '1', password: 'x' });
    expect(refused?.message).toContain('rejected the login');
    expect(refused?.message).toContain(place);
    sandbox.stats.reset();
    expect((await press({ baseUrl: page, platformId: '2' }))?.message).toBe(
      'The Base URL is that of the platform 1, but the Platform ID is 2. Enter 1 in "Platform ID" of the credential, or correct the address.',
    );
    expect(sandbox.stats.requests).toBe(0);
  });

  test('says which platform it tested where n8n has filled in the default Platform ID', async () => {
    const field = new DataPlatformApi().properties.find(({ name }) => name === 'platformId');
    const other = await untilTestEnds(startSandbox({ platformId: '7' }));
    const page = `${other.baseUrl}/projects/platform/7/project/p/jobs`;
    expect(await press({ baseUrl: page, platformId: String(field?.default) })).toEqual({
      status: 'OK',
      message: `Connection successful (tested: platform 7 at ${other.baseUrl})`,
    });
  });

  test('says that all is well, and always logs in, also where a session seems to go on', async () => {
    expect(await press()).toEqual({ status: 'OK', message: 'Connection successful' });
    await press();
    expect(sandbox.stats.logins).toBe(2);
  });

  test.each([
    ['a wrong password', { password: 'x' }, /rejected.*Check the login, the password, and the r/],
    ['a wrong realm', { realm: 'other' }, /realm/],
    ['an unknown platform', { platformId: '9' }, /HTTP 404.*platform ID/],
    ['an address without a server', { baseUrl: 'http://127.0.0.1:9' }, /Nothing responds/],
    ['an empty field', { realm: '' }, /The Realm is empty.*Fill in "Realm"/],
  ])('the error says what to do about %s', async (_name, changes, message) => {
    const result = await press(changes);
    expect(result?.status).toBe('Error');
    expect(result?.message).toMatch(message);
  });
});

describe.each(['httpRequestWithAuthentication', 'requestWithAuthentication'])(
  'in n8n’s own nodes, by %s',
  (helper) => {
    const credential = () => ({ dataPlatformApi: { ...sandbox.credentials, sessionToken: '' } });
    const send = async (
      query: string,
      data: Record<string, object> = credential(),
      url = `${sandbox.baseUrl}/projects/api/platform/1/graphql`,
      items = [{}],
    ) =>
      await runNode(
        { type: REQUEST_NODE_TYPE, parameters: { helper, url, body: { query } } },
        data,
        items,
      );
    const READ = '{ projects { id } }';

    test('requests carry a valid token; many of them need one login', async () => {
      const items = Array.from({ length: 50 }, () => ({}));
      const { json, error } = await send(READ, undefined, undefined, items);
      expect(error).toBeUndefined();
      expect(json).toHaveLength(50);
      expect(sandbox.stats.logins).toBe(1);
    });

    test('the address of a page as the base URL leads to the platform, and nowhere else', async () => {
      const baseUrl = `${sandbox.baseUrl}/projects/platform/1/project/p/jobs`;
      const { dataPlatformApi } = credential();
      const data = { dataPlatformApi: { ...dataPlatformApi, baseUrl, platformId: '' } };
      expect((await send(READ, data)).error).toBeUndefined();
      expect((await send('{ a }', data, 'http://127.0.0.1:9/')).error).toBeDefined();
      expect(sandbox.stats.logins).toBe(1);
    });

    test('a token that has ended renews itself', async () => {
      const data = credential();
      await send(READ, data);
      sandbox.expireTokens();
      const { json, error } = await send(READ, data);
      expect(error).toBeUndefined();
      expect(json[0]?.data).toHaveProperty('projects');
      expect(sandbox.stats.logins).toBe(2);
    });

    test('a lost response does not make n8n start a second run', async () => {
      const data = credential();
      await send(READ, data);
      sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
      const jobId = JOB_IDS.salesExtraction;
      const { error } = await send(`mutation { runJob(jobId: "${jobId}") { id } }`, data);
      expect(error).toBeDefined();
      expect(sandbox.store.runsOfJob(jobId)).toHaveLength(1);
    });
  },
);
