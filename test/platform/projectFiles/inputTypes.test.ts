import { CancelledError } from '../../../platform/common/errors/errors';
import { fitToTarget } from '../../../platform/projectFiles/plan/requests';
import { takeFirstCases } from '../../support/cases';
import { addCredentials } from '../../support/randomProject';
import { inWords, jobFiles, notUnchanged, projectFiles, useProjects } from './support';

/** Fields that a target does not return or accept, by their names in a plan. */
const LACKS: ReadonlyArray<Record<string, string[]>> = [
  { volumes: ['Project.volumes'] },
  { jobs: ['Project.jobs', 'Query.jobs'] },
  { apps: ['Project.apps'] },
  { pipelines: ['Project.pipelines', 'Query.pipelines'] },
  { 'its graph': ['JobNodeInput.nextNodes'] },
  {
    'resources.gpu': ['JobResourceInput.gpu'],
    'resources.cpu': ['AppResourceInput.cpu'],
    'alerting.logins': ['JobPipelineAlertingInput.logins'],
    'alerting.emails': ['AppAlertingInput.emails'],
    'version.docker.credentials': ['JobDockerInput.dockerCredentialsId'],
    'version.extraTechnology.version': ['ExtraTechnologyInput.version', 'ExtraTechnology.version'],
    'version.ports.basePathVariableName': ['PortInput.basePathVariableName'],
    'version.ports.scope': ['PortInput.scope'],
  },
];

/** An entity cannot be written without these. */
const ESSENTIAL = [
  'InstanceStatus.KILLED',
  'JobVersionInput.commandLine',
  'AppVersionInput.volumesWithPath',
  'VolumeWithPathInput.path',
  'PipelineGraphInput.conditionNodes',
  'ConditionNodeInput.condition',
  'JobNodeInput.job',
];

/** Fields that a target requires and the files lack. */
const REQUIRES: ReadonlyArray<[what: string, sdl: string]> = [
  ['a field of jobs', 'input JobInput { costCenter: String! }'],
  ['a field of their versions', 'input JobVersionInput { costCenter: String! }'],
  ['a field of apps', 'input AppInput { costCenter: String! }'],
  ['a field of volumes', 'input VolumeInput { costCenter: String! }'],
  ['a field of the nodes of graphs', 'input JobNodeInput { retries: Int! }'],
  ['a number for a text', 'input PortInput { scope: Int }'],
];

const BOB = [{ login: 'bob', email: 'bob@example.com' }];

const at = useProjects();

async function startTarget(without: string[], instead = ''): Promise<void> {
  await at.startOther({ schemaChanges: { without, instead } });
  addCredentials(at.sandbox, at.to);
}

/** Files with a value in each field that is an object or a list. */
function fullFiles(jobs = 1): Map<string, Buffer> {
  const credentials = { registry: 'registry.example.com', username: 'puller' };
  const docker = { image: 'registry.example.com/etl:1', credentials };
  const resources = { cpu: { request: 0.5, limit: 2 }, gpu: { request: 1, limit: 1 } };
  const people = { emails: ['a@example.com'], logins: ['ann'] };
  const alerting = { ...people, statusList: ['FAILED', 'KILLED'] };
  const extraTechnology = { language: 'Python', version: '3.12' };
  const version = { commandLine: 'run', extraTechnology, docker };
  const names = Array.from({ length: jobs }, (_, n) => `job_${n}`);
  const port = { name: 'web', number: 8000, isRewriteUrl: true, scope: 'PUBLIC' };
  const position = { x: 1, y: 2 };
  return projectFiles({
    'volumes/models.json': { name: 'models', size: '1 GB' },
    ...jobFiles(names, () => ({ resources, alerting, version })),
    'apps/Board.json': {
      ...{ name: 'Board', technology: { label: 'Docker image' }, resources, alerting: people },
      version: {
        docker,
        ports: [{ ...port, basePathVariableName: 'BASE' }],
        volumes: [{ path: '/data', volume: 'models' }],
      },
    },
    'pipelines/Daily.json': {
      ...{ alias: 'Daily', name: 'Daily', alerting },
      version: {
        graph: {
          jobs: [
            { node: 'one', job: names[0], position, next: ['if'] },
            { node: 'two', job: names.at(-1), position },
          ],
          conditions: [{ node: 'if', condition: 'AtLeastOneSuccess', position, success: ['two'] }],
        },
      },
    },
  });
}

/** Expects that everything is deployed or nothing is sent. */
async function expectWholeOrNothing(
  files: Map<string, Buffer>,
  leaveOut: string[] = [],
): Promise<string> {
  const { steps } = await at.plan(files, { leaveOut });
  const refused = steps.filter(({ action }) => action === 'blocked');
  const blocked = refused.map(({ reason }) => reason).join('\n');
  const whole = await at.deploy(files, { leaveOut }).catch((error: Error) => error);
  expect(whole instanceof Error).toBe(blocked !== '');
  if (whole instanceof Error) {
    expect(whole.message).toMatch(/cannot be deployed; nothing was changed$/);
    expect(at.mutations()).toEqual({});
  } else {
    expect(whole.changes.filter(({ action }) => action === 'failed')).toEqual([]);
  }
  return blocked;
}

test.each(LACKS)('what a target cannot hold blocks, or is left out: %j', async (lacks) => {
  await startTarget(Object.values(lacks).flat());
  const files = fullFiles();
  const blocked = await expectWholeOrNothing(files);
  const leaveOut = ['*'];
  const { changes } = await at.deploy(files, { leaveOut });
  const bad = changes.filter(({ action }) => action === 'failed' || action === 'blocked');
  expect(bad).toEqual([]);
  const reasons = changes.map(({ reason = '' }) => reason).join('\n');
  expect(reasons).not.toContain('did not accept');
  for (const name of Object.keys(lacks)) {
    expect(blocked).toContain(name);
    expect(reasons).toMatch(new RegExp(`Left out.*${name.replaceAll('.', '\\.')}`));
  }
  const again = await at.plan(files, { leaveOut });
  expect(notUnchanged(again.steps)).toEqual([]);
});

test.each<[path: string, without: string[], byHand: object]>([
  ['description', ['JobEditionInput.description'], { description: 'By hand' }],
  [
    'alerting.logins',
    ['JobPipelineAlertingInput.logins'],
    {
      settings: {
        alerting: { emails: ['a@example.com'], statusList: ['FAILED', 'KILLED'], loginEmails: BOB },
      },
    },
  ],
])('%s can be read and not set: it blocks, or is left out', async (path, without, byHand) => {
  await startTarget(without);
  const files = fullFiles();
  await at.deploy(files, { leaveOut: ['*'] });
  const [job] = at.store.jobs({ projectId: at.to });
  at.store.editJob(job?.id ?? '', byHand);
  const planned = async (options: { leaveOut?: string[] }) =>
    (await at.plan(files, options)).steps.find(({ kind }) => kind === 'job');
  expect(await planned({})).toMatchObject({ action: 'blocked', unsupported: [path] });
  const reason = expect.stringContaining('Left out because the target does not support') as string;
  expect(await planned({ leaveOut: [path] })).toMatchObject({ action: 'unchanged', reason });
});

test.each(takeFirstCases(REQUIRES, 3))(
  'what a target requires, %s, blocks what does not have it',
  async (_, sdl) => {
    await startTarget([], sdl);
    expect(await expectWholeOrNothing(fullFiles(), ['*'])).toMatch(
      /The target does not accept it\. .*(?:costCenter|retries|scope)/,
    );
  },
);

test('what a target accepts and does not return is set, and reported as not compared', async () => {
  await startTarget(['JobResourceRequestLimit.gpu']);
  const files = fullFiles();
  const { changes } = await at.deploy(files);
  const reason = 'Not compared, because the target does not return it: resources.gpu.';
  const [job] = changes.filter(({ kind }) => kind === 'job');
  expect(job).toMatchObject({ action: 'created', reason });
  const { steps } = await at.plan(files);
  expect(notUnchanged(steps)).toEqual([]);
  expect(steps.find(({ kind }) => kind === 'job')?.reason).toContain(reason);
});

test('a deploy that is canceled while its requests are checked blocks nothing', async () => {
  const failure = new CancelledError();
  const get = () => {
    throw failure;
  };
  const step = Object.defineProperty({ wanted: { doc: {} } }, 'current', { get });
  const fitted = fitToTarget(step as never, {} as never, []);
  await expect(fitted).rejects.toBe(failure);
});

test.each(takeFirstCases(ESSENTIAL, 3))('without %s all is deployed, or nothing', async (name) => {
  await startTarget([name]);
  await expectWholeOrNothing(fullFiles());
});

test('a new job of which nothing could run is left out as a whole, and one that exists keeps its version', async () => {
  await startTarget(['JobVersionInput.commandLine']);
  const version = { commandLine: 'run' };
  const files = projectFiles(jobFiles(['new', 'old'], () => ({ description: 'New', version })));
  at.addJob(at.to, 'old', { category: 'Extraction', version: { commandLine: 'other' } });
  const { changes } = await at.deploy(files, { leaveOut: ['*'] });
  expect(changes.slice(1)).toMatchObject([
    {
      action: 'unchanged',
      reason:
        'Left out: This platform accepts none of the version settings, so the job would have nothing to run.',
    },
    { action: 'updated', reason: expect.stringMatching(/Left out .*: version\.commandLine\.$/) },
  ]);
});

test('each of several jobs names what is not supported, and one choice leaves it out of all', async () => {
  const without = ['JobResourceInput.gpu', 'JobPipelineAlertingInput.logins'];
  await startTarget(without);
  const files = fullFiles(3);
  const { steps } = await at.plan(files);
  const jobs = steps.filter(({ kind }) => kind === 'job');
  const names = ['resources.gpu', 'alerting.logins'];
  const unsupported = expect.arrayContaining(names) as string[];
  expect(jobs).toMatchObject(Array(3).fill({ action: 'blocked', unsupported }));
  // A name includes the fields below it, and no others.
  const leaveOut = ['resources', 'alerting.logins'];
  const { changes } = await at.deploy(files, { leaveOut });
  expect(inWords(notUnchanged(changes)).filter((words) => !words.endsWith('created'))).toEqual([]);
  const [job] = at.store.jobs({ projectId: at.to });
  expect(job?.settings.resources).toMatchObject({ cpu: { request: 0.5, limit: 2 } });
  expect(job?.settings.alerting).toMatchObject({ emails: ['a@example.com'], loginEmails: [] });
});

test.each([
  ['versions', ['Job.versions'], /does not return it: version.commandLine/],
  [
    'graphs',
    ['PipelineVersion.graph', 'PipelineVersion.jobs'],
    /does not return it: version.graph/,
  ],
  ['packages', ['JobPackage.downloadUrl'], /does not return its package/],
])(
  '%s that a target does not return are named and not deployed again',
  async (_what, without, reason) => {
    await startTarget(without);
    const files = projectFiles({
      ...jobFiles(['load'], () => ({ version: { commandLine: 'run', package: 'main.py' } })),
      'jobs/load/main.py': 'print(1)',
      'pipelines/daily.json': {
        ...{ name: 'daily', alias: 'daily' },
        version: { graph: { jobs: [{ node: 'a', job: 'load' }] } },
      },
    });
    const leaveOut = ['*'];
    await at.deploy(files, { leaveOut });
    const { steps } = await at.plan(files, { leaveOut });
    expect(notUnchanged(steps)).toEqual([]);
    expect(steps.map((step) => step.reason).join()).toMatch(reason);
  },
);
