import { APP_TECHNOLOGY_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { firstCases } from '../../support/cases';
import { addCredentials } from '../../support/randomProject';
import { addVolume, deploy, filesOf, mutations, notUnchanged, plan } from './support';

/** What a target does not list or its inputs lack, by the names that a plan gives it. */
const LACKS: ReadonlyArray<Record<string, string[]>> = [
  { volumes: ['Project.volumes'] },
  { jobs: ['Project.jobs', 'Query.jobs'] },
  { apps: ['Project.apps'] },
  { pipelines: ['Project.pipelines', 'Query.pipelines'] },
  { 'resources.gpu': ['JobResourceRequestLimit.gpu'], 'its graph': ['JobNodeInput.nextNodes'] },
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

/** Without these a thing cannot be written at all. */
const ESSENTIAL = [
  'InstanceStatus.KILLED',
  'JobVersionInput.commandLine',
  'AppVersionInput.volumesWithPath',
  'VolumeWithPathInput.path',
  'PipelineGraphInput.conditionNodes',
  'ConditionNodeInput.condition',
  'JobNodeInput.job',
];

/** What a target requires, and the files do not say. */
const REQUIRES: ReadonlyArray<[what: string, sdl: string]> = [
  ['a field of jobs', 'input JobInput { costCenter: String! }'],
  ['a field of their versions', 'input JobVersionInput { costCenter: String! }'],
  ['a field of apps', 'input AppInput { costCenter: String! }'],
  ['a field of volumes', 'input VolumeInput { costCenter: String! }'],
  ['a field of the nodes of graphs', 'input JobNodeInput { retries: Int! }'],
  ['a number for a text', 'input PortInput { scope: Int }'],
];

let source: Sandbox;
let target: Sandbox | undefined;
beforeAll(async () => (source = await startSandbox({ seedRuns: false })));
afterEach(async () => {
  await target?.close();
  target = undefined;
});
afterAll(() => source.close());

async function startTarget(without: string[], instead = ''): Promise<[Sandbox, string]> {
  target = await startSandbox({ seedRuns: false, schemaChanges: { without, instead } });
  const to = target.store.addProject({ name: 'To' }).id;
  addCredentials(target, to);
  return [target, to];
}

/** Files that have something in every field that holds more than one value. */
async function fullFiles(jobs = 1): Promise<Map<string, Buffer>> {
  const { store } = source;
  const projectId = store.addProject({ name: 'Full' }).id;
  const dockerCredentialsId = addCredentials(source, projectId);
  const docker = { image: 'registry.example.com/etl:1', dockerCredentialsId };
  const resources = { cpu: { request: 0.5, limit: 2 }, gpu: { request: 1, limit: 1 } };
  const alerting = (...statusList: string[]) => ({
    emails: ['a@example.com'],
    loginEmails: [{ login: 'ann', email: 'ann@example.invalid' }],
    statusList,
  });
  const settings = { resources, alerting: alerting('FAILED', 'KILLED') };
  const extraTechnology = { language: 'Python', version: '3.12' };
  const version = { commandLine: 'run', extraTechnology, dockerInfo: docker };
  const ids = Array.from({ length: jobs }, (_, n) => {
    const name = `job_${n}`;
    return store.addJob({ projectId, name, alias: name, settings, version }).id;
  });
  const port = { name: 'web', number: 8000, isRewriteUrl: true, scope: 'PUBLIC' };
  store.apps.add({
    projectId,
    name: 'Board',
    technologyId: APP_TECHNOLOGY_IDS.dockerImage,
    settings: { resources, alerting: alerting() },
    version: {
      dockerInfo: docker,
      ports: [{ ...port, basePathVariableName: 'BASE' }],
      volumesWithPath: [{ path: '/data', volumeId: addVolume(source, projectId, 'models').id }],
    },
  } as never);
  const node = (more: object) => ({ id: crypto.randomUUID(), position: { x: 1, y: 2 }, ...more });
  const two = node({ jobId: ids.at(-1), nextNodes: [] });
  const check = node({
    condition: 'AtLeastOneSuccess',
    nextNodesSuccess: [two.id],
    nextNodesFailure: [],
  });
  const one = node({ jobId: ids[0], nextNodes: [check.id] });
  const graph = { jobNodes: [one, two], conditionNodes: [check] };
  const pipeline = { settings: { alerting: settings.alerting }, graph };
  store.pipelines.add({ projectId, name: 'Daily', alias: 'Daily', ...pipeline } as never);
  return await filesOf(source, projectId);
}

const blockedIn = (steps: ReadonlyArray<{ action: string; reason?: string }>) =>
  steps.filter(({ action }) => action === 'blocked').map(({ reason = '' }) => reason);

/** All is deployed, or nothing is sent. */
async function expectWholeOrNothing(
  [sandbox, to]: [Sandbox, string],
  files: Map<string, Buffer>,
  leaveOut: string[] = [],
): Promise<string> {
  const { steps } = await plan(sandbox, files, to, { leaveOut });
  const blocked = blockedIn(steps).join('\n');
  const whole = await deploy(sandbox, files, to, { leaveOut }).catch((error: Error) => error);
  expect(whole instanceof Error).toBe(blocked !== '');
  if (whole instanceof Error) {
    expect(whole.message).toMatch(/cannot be deployed; nothing was changed$/);
    expect(mutations(sandbox)).toEqual({});
  } else {
    expect(whole.changes.filter(({ action }) => action === 'failed')).toEqual([]);
  }
  return blocked;
}

test.each(LACKS)('what a target cannot hold blocks, or is left out: %j', async (lacks) => {
  const [sandbox, to] = await startTarget(Object.values(lacks).flat());
  const files = await fullFiles();
  const blocked = await expectWholeOrNothing([sandbox, to], files);
  const leaveOut = ['*'];
  const { changes } = await deploy(sandbox, files, to, { leaveOut });
  const bad = changes.filter(({ action }) => action === 'failed' || action === 'blocked');
  expect(bad).toEqual([]);
  const reasons = changes.map(({ reason = '' }) => reason).join('\n');
  expect(reasons).not.toContain('did not accept');
  for (const name of Object.keys(lacks)) {
    expect(blocked).toContain(name);
    expect(reasons).toMatch(new RegExp(`Left out.*${name.replaceAll('.', '\\.')}`));
  }
  const again = await plan(sandbox, files, to, { leaveOut });
  expect(notUnchanged(again.steps)).toEqual([]);
});

test.each(firstCases(REQUIRES, 3))(
  'what a target requires, %s, blocks what does not have it',
  async (_, sdl) => {
    const target = await startTarget([], sdl);
    expect(await expectWholeOrNothing(target, await fullFiles(), ['*'])).toMatch(
      /The target does not accept it\. .*(?:costCenter|retries|scope)/,
    );
  },
);

test.each(firstCases(ESSENTIAL, 3))('without %s all is deployed, or nothing', async (name) => {
  await expectWholeOrNothing(await startTarget([name]), await fullFiles());
});

test('each of several jobs names what is not supported, and one choice leaves it out of all', async () => {
  const without = ['JobResourceInput.gpu', 'JobPipelineAlertingInput.logins'];
  const [sandbox, to] = await startTarget(without);
  const files = await fullFiles(3);
  const { steps } = await plan(sandbox, files, to);
  const jobs = steps.filter(({ kind }) => kind === 'job');
  const names = ['resources.gpu', 'alerting.logins'];
  const unsupported = expect.arrayContaining(names) as string[];
  expect(jobs).toMatchObject(Array(3).fill({ action: 'blocked', unsupported }));
  // A name stands for what lies in it, and nothing else goes.
  const leaveOut = ['resources', 'alerting.logins'];
  const { changes } = await deploy(sandbox, files, to, { leaveOut });
  expect(notUnchanged(changes).filter(({ action }) => action !== 'created')).toEqual([]);
  const [job] = sandbox.store.jobs({ projectId: to });
  expect(job?.settings.resources).toMatchObject({ cpu: { request: 0.5, limit: 2 } });
  expect(job?.settings.alerting).toMatchObject({ emails: ['a@example.com'], loginEmails: [] });
});
