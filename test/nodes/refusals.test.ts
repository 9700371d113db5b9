import { runNode } from '../support/engine/runWorkflow';
import { JOB_IDS, PROJECT_IDS, type Accident } from '../../sandbox';
import { retryAtOnce } from '../support/retryAtOnce';
import { sandboxForAllTests } from '../support/testSandbox';

retryAtOnce();
const sandbox = sandboxForAllTests({ seedRuns: false });
afterEach(() => sandbox.accidents.clear());

const jobId = { __rl: true, mode: 'id', value: JOB_IDS.salesExtraction };
const projectId = { __rl: true, mode: 'id', value: PROJECT_IDS.retail };

async function runAs(login: 'viewerCredentials' | 'credentials', parameters: object, items = 1) {
  return await runNode(
    { parameters: parameters as never, settings: { onError: 'continueRegularOutput' } },
    { dataPlatformApi: sandbox[login] },
    Array.from({ length: items }, () => ({})),
  );
}

/** As the login that may only read. */
const runAsViewer = async (parameters: object, items?: number) =>
  await runAs('viewerCredentials', parameters, items);

test.each([
  [{ resource: 'job', operation: 'run', jobId }, 1],
  [{ resource: 'job', operation: 'run', jobId }, 100],
  [{ resource: 'project', operation: 'delete', projectId }, 1],
  [
    {
      resource: 'graphql',
      operation: 'executeQuery',
      query: 'mutation { runJob(jobId: "x") { id } }',
    },
    1,
  ],
])('%j, refused to a viewer, names the login (%d items)', async (parameters, items) => {
  const { outputs } = await runAsViewer(parameters, items);
  const failed = outputs.flat().map(({ json }) => json);
  expect(failed).toHaveLength(items);
  for (const json of failed) {
    expect(json).toMatchObject({
      error: 'The platform responded: Access is denied',
      errorDescription: expect.stringContaining(
        `The platform refused this to the login "viewer" of the credential. Ask a project manager`,
      ),
      errorCode: 'NOT_ALLOWED',
      mayHaveHappened: false,
    });
    expect(JSON.stringify(json)).not.toContain(sandbox.viewerCredentials.password);
  }
});

test('a field of a change that was made that is refused does not blame the login', async () => {
  const errors = [{ message: 'Access is denied', path: ['runJob', 'status'] }];
  sandbox.accidents.add({
    ...{ kind: 'errors', operation: 'runJob', times: Infinity, afterEffect: true },
    ...{ errors, data: { runJob: null } },
  } as Accident);
  const { json } = await runAs('credentials', { resource: 'job', operation: 'run', jobId });
  expect(JSON.stringify(json)).toContain('Access is denied');
  expect(JSON.stringify(json)).not.toContain('refused this to the login');
});

test('a viewer may read, and each of several refused reads names the login', async () => {
  const parameters = { resource: 'job', operation: 'get', jobId };
  const { json } = await runAsViewer(parameters);
  expect(json).toMatchObject([{ id: JOB_IDS.salesExtraction }]);
  const errors = [{ message: 'Access is denied', path: ['item0'] }];
  sandbox.accidents.add({ kind: 'errors', operation: 'jobByAlias', errors });
  const byAlias = { __rl: true, mode: 'alias', value: '={{ $json.alias }}' };
  const twice = await runNode(
    {
      parameters: { ...parameters, projectId, jobId: byAlias },
      settings: { onError: 'continueRegularOutput' },
    },
    { dataPlatformApi: sandbox.viewerCredentials },
    [{ alias: 'refused' }, { alias: 'unknown' }],
  );
  const [first, second] = twice.outputs.flat().map(({ json: result }) => result);
  expect(first?.errorDescription).toContain('refused this to the login "viewer"');
  expect(second?.error).toBe('The project has no job with the alias "unknown"');
});

const gateways: Array<[string, Partial<Accident>]> = [
  ['a page', { body: 'html' }],
  ['JSON', { body: 'json' }],
  ['nothing', {}],
];
test.each(gateways)('a 403 of a gateway with %s does not blame the login', async (_body, body) => {
  sandbox.accidents.add({
    kind: 'status',
    status: 403,
    path: '/projects/api',
    times: Infinity,
    ...body,
  });
  const { json } = await runAsViewer({ resource: 'job', operation: 'get', jobId });
  const text = String(json[0]?.errorDescription);
  expect(text).toMatch(/gateway/);
  expect(text).not.toContain('The platform refused this');
});
