import {
  AGES,
  APP_TECHNOLOGY_IDS,
  startSandbox,
  type Age,
  type Sandbox,
  type SchemaChanges,
} from '../../../sandbox';
import { cases, firstCases, sampleOfTable } from '../../support/cases';
import { addCredentials } from '../../support/randomProject';
import { deploy, filesOf, mutations, plan } from './support';

/** What a target's inputs lack, or what it does not tell, by the name that a plan gives it. */
const LACKS: ReadonlyArray<[name: string, members: string[]]> = [
  ['resources.gpu', ['JobResourceInput.gpu']],
  ['resources.gpu', ['JobResourceRequestLimit.gpu']],
  ['resources.cpu', ['AppResourceInput.cpu']],
  ['alerting.logins', ['JobPipelineAlertingInput.logins']],
  ['alerting.emails', ['AppAlertingInput.emails']],
  ['alerting.statusList', ['InstanceStatus.KILLED']],
  ['version.docker.credentials', ['JobDockerInput.dockerCredentialsId']],
  ['version.extraTechnology.version', ['ExtraTechnologyInput.version', 'ExtraTechnology.version']],
  ['version.ports.basePathVariableName', ['PortInput.basePathVariableName']],
  ['version.ports.scope', ['ExpositionScope.PUBLIC']],
  ['its graph', ['ConditionStatusPresetValueInput.AtLeastOneSuccess']],
  ['its graph', ['JobNodeInput.nextNodes']],
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

/** Members that platforms of that age do not have anyway are not there to be left out. */
async function startTarget(age: Age, changes: SchemaChanges): Promise<[Sandbox, string]> {
  target = await startSandbox({ seedRuns: false, age, schemaChanges: changes }).catch(
    async (error: Error) => {
      if (!error.message.startsWith('There is no ')) throw error;
      return await startSandbox({ seedRuns: false, age });
    },
  );
  const to = target.store.addProject({ name: 'To' }).id;
  addCredentials(target, to);
  return [target, to];
}

/** A project that has something in every field that holds more than one value. */
function fullProject(count: number): string {
  const { store } = source;
  const projectId = store.addProject({ name: crypto.randomUUID() }).id;
  const dockerCredentialsId = addCredentials(source, projectId);
  const resources = { cpu: { request: 0.5, limit: 2 }, gpu: { request: 1, limit: 1 } };
  const alerting = (statusList: string[]) => ({
    emails: ['a@example.com'],
    loginEmails: [{ login: 'ann', email: 'ann@example.invalid' }],
    statusList,
  });
  const ids = Array.from({ length: count }, (_, index) => {
    const [name, isImage] = [`job_${index}`, index % 2 === 1 || count === 1];
    return store.addJob({
      projectId,
      name,
      alias: name,
      settings: { resources, alerting: alerting(['FAILED', 'KILLED']) },
      version: {
        commandLine: 'run',
        extraTechnology: { language: 'Python', version: '3.12' },
        ...(isImage && {
          dockerInfo: { image: 'registry.example.com/etl:1', dockerCredentialsId },
        }),
      },
    }).id;
  });
  const volume = { projectId, size: '1 GB', description: null, creator: 'x', createdAt: 0 };
  const { id: volumeId } = store.volumes.add({ ...volume, name: 'models' });
  store.apps.add({
    projectId,
    name: 'Board',
    technologyId: APP_TECHNOLOGY_IDS.dockerImage,
    settings: { resources, alerting: alerting([]) },
    version: {
      dockerInfo: { image: 'registry.example.com/board:2', dockerCredentialsId },
      ports: [
        {
          name: 'web',
          number: 8000,
          isRewriteUrl: true,
          basePathVariableName: 'BASE',
          scope: 'PUBLIC',
        },
      ],
      volumesWithPath: [{ path: '/data', volumeId }],
    },
  } as never);
  const [first = '', last = ''] = [ids[0], ids.at(-1)];
  const node = () => ({ id: crypto.randomUUID(), position: { x: 1, y: 2 } });
  const [one, check, two] = [node(), node(), node()];
  store.pipelines.add({
    projectId,
    name: 'Daily',
    alias: 'Daily',
    settings: { alerting: alerting(['FAILED', 'KILLED']) },
    graph: {
      jobNodes: [
        { ...one, jobId: first, nextNodes: [check.id] },
        { ...two, jobId: last, nextNodes: [] },
      ],
      conditionNodes: [
        {
          ...check,
          condition: 'AtLeastOneSuccess',
          nextNodesSuccess: [two.id],
          nextNodesFailure: [],
        },
      ],
    },
  } as never);
  return projectId;
}

/** Where the target cannot hold all, nothing is sent; by choice, the rest is, and is planned empty afterwards. */
async function expectWholeOrNothing(sandbox: Sandbox, to: string, files: Map<string, Buffer>) {
  sandbox.stats.reset();
  const whole = await deploy(sandbox, files, to).catch((error: Error) => error);
  if (whole instanceof Error) {
    expect(whole.message).toMatch(/cannot be deployed; nothing was changed$/);
    expect(mutations(sandbox)).toEqual({});
  } else {
    expect(whole.changes.filter(({ action }) => action === 'failed')).toEqual([]);
  }
  return whole;
}

const blockedIn = (steps: ReadonlyArray<{ action: string; reason?: string }>) =>
  steps.filter(({ action }) => action === 'blocked').map(({ reason = '' }) => reason);

/** Today's and the oldest first. */
const inOrder = [...new Set<Age>(['today', '2021', '2022, first half', ...AGES])];

const PLAYED = sampleOfTable(LACKS, firstCases(inOrder, 3));

describe.each(firstCases(inOrder, 3))('on a target of %s', (age) => {
  test.each(PLAYED.get(age) ?? [])('that cannot hold %s for lack of %s', async (name, without) => {
    const [sandbox, to] = await startTarget(age, { without, instead: '' });
    const files = await filesOf(source, fullProject(1));
    const { steps } = await plan(sandbox, files, to);
    const blocked = blockedIn(steps).join('\n');
    // An older target may lack the whole field, or the whole thing.
    if (age === 'today') expect(blocked).toContain(name);
    const whole = await expectWholeOrNothing(sandbox, to, files);
    expect(whole instanceof Error).toBe(blocked !== '');

    const leaveOut = ['*'];
    const { changes } = await deploy(sandbox, files, to, { leaveOut });
    const bad = changes.filter(({ action }) => action === 'failed' || action === 'blocked');
    expect(bad).toEqual([]);
    if (age === 'today') {
      const told = changes.map(({ reason = '' }) => reason).join('\n');
      expect(told).toMatch(new RegExp(`Left out.*${name.replaceAll('.', '\\.')}`));
    }
    expect(changes.filter(({ reason = '' }) => /did not take/.test(reason))).toEqual([]);
    const again = await plan(sandbox, files, to, { leaveOut });
    expect(again.steps.filter(({ action }) => action !== 'unchanged')).toEqual([]);
  });

  test.each(REQUIRES)('that requires %s', async (_what, instead) => {
    const [sandbox, to] = await startTarget(age, { without: [], instead }).catch(
      async () => await startTarget(age, { without: [], instead: '' }),
    );
    const files = await filesOf(source, fullProject(1));
    const leaveOut = ['*'];
    const { steps } = await plan(sandbox, files, to, { leaveOut });
    const blocked = blockedIn(steps);
    sandbox.stats.reset();
    const done = await deploy(sandbox, files, to, { leaveOut }).catch((error: Error) => error);
    expect(done instanceof Error).toBe(blocked.length > 0);
    if (done instanceof Error) {
      expect(done.message).toMatch(/cannot be deployed; nothing was changed$/);
      expect(mutations(sandbox)).toEqual({});
      expect(blocked.join()).toMatch(
        /The target does not accept it\. .*(?:costCenter|retries|scope)/,
      );
    } else {
      expect(done.changes.filter(({ action }) => action === 'failed')).toEqual([]);
      expect(age).not.toBe('today');
    }
  });
});

test('with 100 jobs, each names what is not supported, and one choice leaves it out of all', async () => {
  const [sandbox, to] = await startTarget('today', {
    without: ['JobResourceInput.gpu', 'InstanceStatus.KILLED'],
    instead: '',
  });
  const files = await filesOf(source, fullProject(100));
  const { steps } = await plan(sandbox, files, to);
  const jobs = steps.filter(({ kind }) => kind === 'job');
  expect(jobs).toHaveLength(100);
  for (const job of jobs) {
    expect(job).toMatchObject({
      action: 'blocked',
      unsupported: expect.arrayContaining(['resources.gpu', 'alerting.statusList']),
    });
  }
  expect(jobs[0]?.reason).toContain('alerting.statusList (KILLED is unknown)');
  // A name stands for what lies in it, and nothing else goes.
  const leaveOut = ['resources', 'alerting.statusList'];
  const { changes } = await deploy(sandbox, files, to, { leaveOut });
  expect(changes.filter(({ action }) => action !== 'created' && action !== 'unchanged')).toEqual(
    [],
  );
  const [job] = sandbox.store.jobs({ projectId: to });
  expect(job?.settings.resources).toMatchObject({ cpu: { request: 0.5, limit: 2 } });
  expect(job?.settings.alerting).toMatchObject({ statusList: ['FAILED'] });
});

test('any of a schema’s inputs may be missing: all is deployed, or nothing', async () => {
  const inputs = [
    'JobInput.description',
    'JobInput.cronScheduling',
    'JobInput.isStreaming',
    'JobVersionInput.commandLine',
    'JobVersionInput.dockerInfo',
    'AppInput.resources',
    'AppVersionInput.dockerInfo',
    'AppVersionInput.volumesWithPath',
    'VolumeWithPathInput.path',
    'GraphPipelineInput.alerting',
    'PipelineGraphInput.conditionNodes',
    'ConditionNodeInput.condition',
    'ConditionNodeInput.nextNodesSuccess',
    'ConditionInput.status',
    'JobNodeInput.job',
    'AppAlertingInput.statusList',
    'JobPipelineAlertingInput.statusList',
    'ResourceRequestLimitInput.limit',
  ];
  for (const name of inputs.slice(0, Math.max(cases(inputs.length), 6))) {
    const [sandbox, to] = await startTarget('today', { without: [name], instead: '' });
    const files = await filesOf(source, fullProject(2));
    await expectWholeOrNothing(sandbox, to, files);
    await sandbox.close();
  }
});
