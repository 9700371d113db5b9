import { startSandbox, type Sandbox } from '../../../sandbox';
import { runNode, type NodeUnderTest } from '../../../harness/engine/runWorkflow';

const LIST = { resource: 'project', operation: 'getAll' };
const query = (text: string, more: NodeUnderTest['parameters'] = {}) => ({
  resource: 'graphql',
  operation: 'executeQuery',
  query: text,
  ...more,
});
const run = (jobId: string) => ({
  resource: 'job',
  operation: 'run',
  jobId: { __rl: true, mode: 'id', value: jobId },
});

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterAll(() => sandbox.close());

test('a credential that n8n cannot read is not reported as a response of the platform', async () => {
  const requests = sandbox.stats.requests;
  // The credential's store throws, as a database does that is too busy.
  const { error } = await runNode({ parameters: LIST }, { dataPlatformApi: undefined as never });
  expect(error?.message).toMatch(
    /^n8n could not read the credential: The test gives no credential/,
  );
  expect(error?.description).toMatch(/^Nothing was sent/);
  expect(sandbox.stats.requests).toBe(requests);
});

interface Case {
  parameters: NodeUnderTest['parameters'];
  credential?: Record<string, string>;
  message: RegExp;
  description: RegExp;
}

/** What a user reads when something is not right; the same table stands in the documentation. */
const cases: Record<string, Case> = {
  'a wrong password': {
    parameters: LIST,
    credential: { password: 'wrong' },
    message: /^The platform rejected the login "demo" for the realm "demo"$/,
    description: /Check the login, the password, and the realm in the credential/,
  },
  'an unknown host': {
    parameters: LIST,
    credential: { baseUrl: 'http://no-such-host.invalid' },
    message: /^The host no-such-host\.invalid was not found$/,
    description: /Check the address in the credential for typos/,
  },
  'a port where nothing listens': {
    parameters: LIST,
    credential: { baseUrl: 'http://127.0.0.1:9' },
    message: /^Nothing responds at 127\.0\.0\.1:9$/,
    description: /Check that the platform is running and that n8n can reach it/,
  },
  'a base URL of another platform than the ID': {
    parameters: LIST,
    credential: { baseUrl: 'https://platform.example.com/projects/platform/7', platformId: '2' },
    message: /^The Base URL is that of the platform 7, but the Platform ID is 2$/,
    description: /^Enter 7 in "Platform ID" of the credential, or correct the address/,
  },
  'a platform ID that does not exist': {
    parameters: LIST,
    credential: { platformId: '99' },
    message: /returned HTTP 404 for \/projects\/api\/platform\/99\/graphql/,
    description: /Check the base URL and the platform ID in the credential/,
  },
  'an unknown job': {
    parameters: run('00000000-0000-4000-8000-00000000dead'),
    message: /^The job 00000000-0000-4000-8000-00000000dead does not exist$/,
    description: /^Choose another one in "Job"\.\nThe platform responded: Job .* does not exist\.$/,
  },
  'a name where the ID of a job belongs': {
    parameters: run('Sales extraction'),
    message: /^"Sales extraction" is not a valid ID of a job$/,
    description: /Choose the job from the list/,
  },
  'no job at all': {
    parameters: run('={{ $json.nothing }}'),
    message: /^No job is selected$/,
    description: /Choose a job in "Job"/,
  },
  'a syntax mistake in a query': {
    parameters: query('query {\n  projects { id name\n'),
    message: /^The query has a syntax error at line 3, column 1$/,
    description: /Expected Name, found the end.*Nothing was sent/,
  },
  'variables that are no JSON': {
    parameters: query('{ projects { id } }', { variables: '{ id: 1 }' }),
    message: /^"Variables" is not a JSON object$/,
    description: /quoted names/,
  },
  'a field that the platform does not have': {
    parameters: query('{ projects { idd } }'),
    message: /^The query does not match the platform’s schema at line 1, column 14$/,
    description: /Did you mean "id".*\n?Nothing was sent/s,
  },
};

test.each(Object.entries(cases))(
  '%s',
  async (_name, { parameters, credential, message, description }) => {
    const { error } = await runNode(
      { parameters },
      { dataPlatformApi: { ...sandbox.credentials, ...credential } },
    );
    expect(error?.message).toMatch(message);
    expect(error?.description).toMatch(description);
  },
);
