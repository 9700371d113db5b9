import { AGES, startSandbox, type Sandbox } from '../../../../sandbox';
import { firstCases } from '../../../support/cases';
import {
  deploy,
  filesWith as asFiles,
  jobFile,
  mutations,
  notUnchanged,
  plan,
  useProjects,
  when as whenAsked,
} from '../support';

const JOBS = 12;

const today = useProjects();
let target: Sandbox;
let to: string;
beforeEach(async () => {
  [target, to] = [today.sandbox, today.to];
  await deployFirst();
});

async function deployFirst() {
  await deploy(target, filesWith('python a.py'), to, { leaveOut });
  target.stats.reset();
}

const variable = (name: string, value: string) => ({ name, value });

/** Twelve jobs, a pipeline and two variables. */
function filesWith(command: string): Map<string, Buffer> {
  const version = { commandLine: command };
  const jobs = Array.from({ length: JOBS }, (_, index) => [
    `jobs/job_${index}.json`,
    jobFile(`job_${index}`, {
      name: `Job ${index}`,
      version,
      variables: [variable('OWN', command)],
    }),
  ]);
  return asFiles({
    'project.json': { format: 1, description: command },
    'variables.json': ['A', 'B'].map((name) => variable(name, command)),
    ...Object.fromEntries(jobs),
    'pipelines/daily.json': {
      ...{ alias: 'daily', name: 'Daily', description: command },
      version: { graph: { jobs: [{ node: 'a', job: 'job_0' }] } },
    },
  });
}

const leaveOut = ['*'];

async function approved(files: Map<string, Buffer>, more: object = {}) {
  const options = { leaveOut, ...more };
  const { fingerprint } = await plan(target, files, to, options);
  return { ...options, approvedPlan: fingerprint };
}

const when = (operation: string, count: number, then: () => unknown) =>
  whenAsked(target, operation, count, then);

const jobNamed = (name: string) =>
  target.store.jobs({ projectId: to }).find((job) => job.name === name);
const idOf = (name: string) => jobNamed(name)?.id ?? '';
const commandOf = (name: string) => {
  const job = jobNamed(name);
  return job && target.store.jobVersion(job.id, job.versionNumber)?.details.commandLine;
};
const hotfix = (name: string) => () =>
  target.store.addJobVersion(idOf(name), { commandLine: 'python hotfix.py' }, 'somebody');

test.each(firstCases([...AGES].reverse(), 2))(
  'a hotfix that comes after the start is not overwritten, and stops the rest: %s',
  async (age) => {
    if (age !== 'today') {
      target = await startSandbox({ seedRuns: false, age });
      to = target.store.addProject({ name: 'To' }).id;
      await deployFirst();
    }
    const files = filesWith('python b.py');
    const options = await approved(files);
    target.stats.reset();
    when('addJobVersion', 2, hotfix('Job 9'));
    const { changes, conflict } = await deploy(target, files, to, options);
    expect(commandOf('Job 9')).toBe('python hotfix.py');
    expect(conflict?.message).toBe(
      'The job "Job 9" was changed on the target after the plan was approved',
    );
    expect(conflict?.hint).toMatch(/^What differs: version\.commandLine\. /);
    // Each item says what became of it, and what was not begun was not sent.
    const of = (name: string) => changes.find((change) => change.name === name);
    expect(of('Job 9')).toMatchObject({ action: 'failed', failure: { reach: 'never' } });
    expect(of('Job 8')).toMatchObject({
      action: 'failed',
      reason: expect.stringMatching(/^It was not tried: the target was changed/) as string,
      failure: { reach: 'never' },
    });
    expect(of('Daily')).toMatchObject({ action: 'failed' });
    const updated = changes.filter(({ kind, action }) => kind === 'job' && action === 'updated');
    expect(updated.length).toBeGreaterThanOrEqual(2);
    expect(updated.length).toBeLessThanOrEqual(8);
    expect(mutations(target)).toMatchObject({ addJobVersion: updated.length });
    for (const { name } of updated) expect(commandOf(name)).toBe('python b.py');
    if (age !== 'today') await target.close();
  },
);

test.each([
  [
    'a thing that was to stay as it is',
    () => target.store.editJob(idOf('Untouched'), { description: 'Hotfix' }),
    'The job "Untouched"',
    /What differs: description\./,
  ],
  [
    'a variable that is to be changed',
    () => {
      const [own] = target.store.variables.of('JOB', idOf('Job 9'));
      if (own) target.store.variables.replace({ ...own, value: 'hotfix' });
    },
    'The job "Job 9"',
    /Its variable OWN differs\./,
  ],
  ['a job that is deleted', () => target.store.deleteJob(idOf('Job 9')), '"Job 9"', /no longer/],
  [
    'a job that is created by hand before it is created',
    () => target.store.addJob({ projectId: to, name: 'New 5', alias: 'new_5' }),
    'The job "New 5"',
    /It now exists\./,
  ],
] as const)('%s', async (_what, happens, name, how) => {
  target.store.addJob({ projectId: to, name: 'Untouched', alias: 'untouched' });
  const added = Array.from({ length: 6 }, (_, index) => ({ alias: `new_${index}`, index }));
  const category = target.store.jobByAlias(to, 'untouched')?.category;
  const files = new Map([
    ...filesWith('python b.py'),
    ...asFiles({
      'jobs/untouched.json': jobFile('untouched', { name: 'Untouched', category, version: {} }),
      ...Object.fromEntries(
        added.map(({ alias, index }) => [
          `jobs/${alias}.json`,
          jobFile(alias, { name: `New ${index}`, version: { commandLine: 'a' } }),
        ]),
      ),
    }),
  ]);
  const options = await approved(files);
  when('addJobVersion', 1, happens);
  const { conflict } = await deploy(target, files, to, options);
  expect(conflict?.message).toContain(name);
  expect(conflict?.hint).toMatch(how);
});

test('what was planned is looked at again where that is more than a second ago', async () => {
  const files = filesWith('python b.py');
  for (const path of ['project.json', 'variables.json']) {
    files.set(path, filesWith('python a.py').get(path) ?? Buffer.alloc(0));
  }
  const options = await approved(files);
  const now = Date.now.bind(Date);
  // Between planning and the first change.
  when('job', 1, () => {
    hotfix('Job 0')();
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 1_001);
  });
  const { conflict } = await deploy(target, files, to, { ...options, ifRunning: 'error' });
  jest.restoreAllMocks();
  expect(conflict?.message).toContain('The job "Job 0"');
  expect(commandOf('Job 0')).toBe('python hotfix.py');
});

test('a variable of the project that was changed since stops everything', async () => {
  const files = filesWith('python b.py');
  const options = await approved(files);
  when('editProject', 1, () => {
    const own = target.store.variables.of('PROJECT', to).find(({ name }) => name === 'B');
    if (own) target.store.variables.replace({ ...own, value: 'hotfix' });
  });
  const { conflict, changes } = await deploy(target, files, to, options);
  expect(conflict?.message).toContain('The variable "B"');
  const updated = changes.filter(({ action }) => action === 'updated');
  expect(updated).toMatchObject([{ kind: 'project' }]);
  const values = target.store.variables.of('PROJECT', to).map(({ value }) => value);
  expect(values).toEqual(['python a.py', 'hotfix']);
});

test('what is to be deleted and was changed since is not deleted', async () => {
  const files = filesWith('python a.py');
  for (let index = 1; index < JOBS; index++) files.delete(`jobs/job_${index}.json`);
  const options = await approved(files, { deleteExtraneous: true, deleteAtMost: JOBS });
  when('deleteJob', 1, hotfix('Job 1'));
  const { conflict } = await deploy(target, files, to, options);
  expect(conflict?.message).toContain('The job "Job 1"');
  expect(jobNamed('Job 1')).toBeDefined();
});

test('if no one changes anything it is all carried out, with a few more reads', async () => {
  const files = filesWith('python b.py');
  const options = await approved(files);
  target.stats.reset();
  await deploy(target, files, to, options);
  const { requests } = target.stats;
  expect(notUnchanged((await plan(target, files, to)).steps)).toEqual([]);
  await deploy(target, filesWith('python a.py'), to);
  target.stats.reset();
  await deploy(target, files, to);
  // Of 12 jobs: three looks at them and their variables, one at each other kind of thing that changes.
  expect(requests - target.stats.requests).toBeLessThanOrEqual(10);
});

describe('a hotfix in the same second, after the deploy has changed the thing', () => {
  /** Somebody does something once the deploy has sent this, before it reads back what it made. */
  const after = (operation: string, then: () => void) =>
    when(operation, 1, () => when('project', 1, then));
  const oneJob = (more: object) => {
    const [job, version] = ['Job 0', { commandLine: 'python a.py' }];
    const variables = [variable('OWN', 'python a.py')];
    const file = jobFile('job_0', { name: job, version, variables, ...more });
    return new Map([...filesWith('python a.py'), ...asFiles({ 'jobs/job_0.json': file })]);
  };
  const reasonOfJob = async (more: object) => {
    const { changes } = await deploy(target, oneJob(more), to, await approved(oneJob(more)));
    const { action, reason } = changes.find(({ name }) => name === 'Job 0') ?? {};
    return { action, reason };
  };

  test('with another version', async () => {
    const version = { commandLine: 'python b.py' };
    after('addJobVersion', hotfix('Job 0'));
    expect(await reasonOfJob({ version })).toEqual({
      action: 'updated',
      reason: expect.stringMatching(
        /more than one new version\..* Someone else changed it during the deploy: version\.commandLine\.$/,
      ) as string,
    });
    expect(commandOf('Job 0')).toBe('python hotfix.py');
  });

  test.each(['Deployed', undefined])('with another setting (%s in the files)', async (wanted) => {
    target.store.editJob(idOf('Job 0'), { description: 'Before' });
    after('editJob', () => target.store.editJob(idOf('Job 0'), { description: 'Hotfix' }));
    const { action, reason } = await reasonOfJob({ description: wanted });
    expect(action).toBe('updated');
    expect(reason).toMatch(
      /now has another value for description than before .* Someone else changed it/,
    );
    expect(jobNamed('Job 0')?.description).toBe('Hotfix');
  });

  test('with its deletion', async () => {
    after('editJob', () => target.store.deleteJob(idOf('Job 0')));
    const { reason } = await reasonOfJob({ description: 'Deployed' });
    expect(reason).toBe('Someone else deleted it during the deploy.');
  });

  test('what a platform leaves as it was is still reported as not accepted', async () => {
    after('editJob', () => target.store.editJob(idOf('Job 0'), { description: null }));
    const { action, reason } = await reasonOfJob({ description: 'Deployed' });
    expect({ action, reason }).toEqual({
      action: 'unchanged',
      reason: 'The platform did not accept description.',
    });
  });
});

test('without an approved plan, what someone else has changed in the meantime is reported', async () => {
  const more = jobFile('more', { version: { commandLine: 'a' } });
  const files = new Map([...filesWith('python a.py'), ...asFiles({ 'jobs/more.json': more })]);
  when('createJob', 1, () => {
    hotfix('Job 3')();
    target.store.deleteJob(idOf('Job 4'));
  });
  const { changes } = await deploy(target, files, to);
  const reasonOf = (name: string) => changes.find((change) => change.name === name)?.reason;
  expect(reasonOf('Job 3')).toBe('Someone else changed it during the deploy: version.commandLine.');
  expect(reasonOf('Job 4')).toBe('Someone else deleted it during the deploy.');
  expect(reasonOf('Job 5')).toBeUndefined();
});
