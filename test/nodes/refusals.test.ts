import { runNode } from '../support/engine/runWorkflow';
import { JOB_IDS, PROJECT_IDS, type Accident } from '../../sandbox';
import { retryAtOnce } from '../support/retryAtOnce';
import { sandboxForAllTests } from '../support/testSandbox';

retryAtOnce();
// A start whose field is refused is looked for.
process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '0.5';
const sandbox = sandboxForAllTests({ seedRuns: false });
afterEach(() => sandbox.accidents.clear());

const jobId = { __rl: true, mode: 'id', value: JOB_IDS.salesExtraction };
const projectId = { __rl: true, mode: 'id', value: PROJECT_IDS.retail };
const otherProjectId = { ...projectId, value: PROJECT_IDS.energy };

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
  [{ resource: 'job', operation: 'run', jobId }, 'the role editor in the project', 1],
  [{ resource: 'job', operation: 'run', jobId }, 'the role editor in the project', 100],
  [{ resource: 'project', operation: 'delete', projectId }, 'the role manager in the project', 1],
  [
    { resource: 'job', operation: 'move', jobId, targetProjectId: otherProjectId },
    'the role editor in both projects',
    1,
  ],
  [
    { resource: 'project', operation: 'create', name: 'New' },
    'a login that may create projects',
    1,
  ],
  [
    {
      resource: 'graphql',
      operation: 'executeQuery',
      query: 'mutation { runJob(jobId: "x") { id } }',
    },
    'the role editor in the project',
    1,
  ],
])(
  '%j, refused to a viewer, names the login and %s (%d items)',
  async (parameters, right, items) => {
    const { outputs } = await runAsViewer(parameters, items);
    const failed = outputs.flat().map(({ json }) => json);
    expect(failed).toHaveLength(items);
    for (const json of failed) {
      expect(json).toMatchObject({
        error: 'The platform responded: Access is denied',
        errorDescription: expect.stringContaining(
          `The platform refused this to the login "viewer" of the credential. Usually, this needs ${right}.`,
        ),
        errorCode: 'NOT_ALLOWED',
        mayHaveHappened: false,
      });
      expect(JSON.stringify(json)).not.toContain(sandbox.viewerCredentials.password);
    }
  },
);

test.each([
  [
    'a field of a change that was made',
    { resource: 'job', operation: 'run', jobId },
    {
      operation: 'runJob',
      errors: [{ message: 'Access is denied', path: ['runJob', 'status'] }],
      data: { runJob: null },
      afterEffect: true,
    },
  ],
  [
    'a global variable',
    { resource: 'environmentVariable', operation: 'getAll', scope: 'GLOBAL' },
    { errors: [{ message: 'Access is denied' }] },
  ],
])('%s that is refused names no right', async (_what, parameters, refused) => {
  sandbox.accidents.add({ kind: 'errors', times: Infinity, ...refused } as Accident);
  const { json } = await runAs('credentials', parameters);
  expect(JSON.stringify(json)).toContain('Access is denied');
  expect(JSON.stringify(json)).not.toContain('Usually, this needs');
});

test('a viewer may read, and each of several refused reads names the role', async () => {
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
  expect(first?.errorDescription).toContain('Usually, this needs the role viewer in the project.');
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
