import { JOB_IDS } from '../../sandbox';
import { REQUEST_NODE_TYPE } from '../support/engine/helperNodes';
import { runNode } from '../support/engine/runWorkflow';
import { testCredential } from '../support/engine/testCredential';
import { sandboxForEachTest } from '../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });

describe('the test button', () => {
  const press = async (changes: Record<string, string> = {}) =>
    await testCredential('dataPlatformApi', { ...sandbox.credentials, ...changes });

  test('says that all is well, and always logs in, also where a session seems to go on', async () => {
    expect(await press()).toEqual({
      status: 'OK',
      message: `Connection successful: the login sees ${sandbox.store.projects().length} projects on platform 1`,
    });
    await press();
    expect(sandbox.stats.logins).toBe(2);
  });

  test.each([
    ['a wrong password', { password: 'x' }, /rejected.*Check the login, the password, and the r/],
    ['a wrong realm', { realm: 'other' }, /realm/],
    ['an unknown platform', { platformId: '9' }, /HTTP 404.*platform ID/],
    ['an address without a server', { baseUrl: 'http://127.0.0.1:9' }, /Nothing responds/],
    ['an empty field', { realm: '' }, /The Realm is empty.*Fill in "Realm"/],
    [
      'the address of a page',
      { baseUrl: 'https://a.example/data/projects/platform/7/project/p/jobs?tab=a' },
      /not needed.*: https:\/\/a\.example\/data, and 7 in "Platform ID"\./,
    ],
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
