import {
  deploy,
  filesWith as asFiles,
  jobFile,
  jobFiles,
  mutations,
  notUnchanged,
  plan,
  useProjects,
} from '../support';

const JOBS = 12;

const at = useProjects();
const leaveOut = ['*'];
const deployFirst = async () => await at.deploy(filesWith('python a.py'), { leaveOut });
beforeEach(deployFirst);

const variable = (name: string, value: string) => ({ name, value });

/** Twelve jobs, a pipeline and two variables. */
function filesWith(command: string): Map<string, Buffer> {
  const aliases = Array.from({ length: JOBS }, (_, index) => `job_${index}`);
  return asFiles({
    'project.json': { format: 1, description: command },
    'variables.json': ['A', 'B'].map((name) => variable(name, command)),
    ...jobFiles(aliases, (_alias, index) => ({
      name: `Job ${index}`,
      version: { commandLine: command },
      variables: [variable('OWN', command)],
    })),
    'pipelines/daily.json': {
      ...{ alias: 'daily', name: 'Daily', description: command },
      version: { graph: { jobs: [{ node: 'a', job: 'job_0' }] } },
    },
  });
}

async function approved(files: Map<string, Buffer>, more: object = {}) {
  const options = { leaveOut, ...more };
  const { fingerprint } = await at.plan(files, options);
  return { ...options, approvedPlan: fingerprint };
}

const jobNamed = (name: string) =>
  at.store.jobs({ projectId: at.to }).find((job) => job.name === name);
const idOf = (name: string) => jobNamed(name)?.id ?? '';
const commandOf = (name: string) => {
  const job = jobNamed(name);
  return job && at.store.jobVersion(job.id, job.versionNumber)?.details.commandLine;
};
const hotfix = (name: string) => () =>
  at.store.addJobVersion(idOf(name), { commandLine: 'python hotfix.py' }, 'somebody');

function setVariable(entityId: string, name: string) {
  const own = at.store.variables.of('JOB', entityId).find((one) => one.name === name);
  if (own) at.store.variables.replace({ ...own, value: 'hotfix' });
}

test.each<[what: string, happens: () => void, name: string, how: string]>([
  ['that gets another version', hotfix('Job 9'), 'Job 9', 'It differs in version.commandLine.'],
  [
    'whose variable changes',
    () => setVariable(idOf('Job 9'), 'OWN'),
    'Job 9',
    'It differs in variables.OWN.value.',
  ],
  ['that is deleted', () => at.store.deleteJob(idOf('Job 9')), 'Job 9', 'It no longer exists.'],
  ['that is created', () => at.addJob(at.to, 'new', { name: 'New' }), 'New', 'It now exists.'],
])(
  'a job %s before its turn is left as it is, and stops the rest',
  async (_what, happens, name, how) => {
    const added = jobFile('new', { name: 'New', version: { commandLine: 'a' } });
    const files = new Map([...filesWith('python b.py'), ...asFiles({ 'jobs/new.json': added })]);
    files.delete('jobs/job_8.json');
    const options = await approved(files, { deleteExtraneous: true });
    at.sandbox.stats.reset();
    at.when('editProject', 1, happens);
    const { conflict, changes } = await at.deploy(files, options);
    expect(conflict).toMatchObject({
      message: `The job "${name}" was changed on the target after the plan was made`,
      hint: expect.stringContaining(how) as string,
    });
    expect(changes.find(({ kind }) => kind === 'pipeline')).toMatchObject({
      action: 'failed',
      reason: expect.stringMatching(
        /^It was not tried: the target is no longer as it was approved/,
      ) as string,
    });
    expect(at.mutations()).toEqual({ editProject: 1, saveEnvironmentVariable: 2 });
  },
);

test('jobs that someone changes before they swap their names are not renamed', async () => {
  const version = { commandLine: 'python b.py' };
  const swapped = {
    'jobs/job_0.json': jobFile('job_0', { name: 'Job 1', version }),
    'jobs/job_1.json': jobFile('job_1', { name: 'Job 0', version }),
  };
  const files = new Map([...filesWith('python b.py'), ...asFiles(swapped)]);
  const options = await approved(files);
  at.sandbox.stats.reset();
  at.when('editProject', 1, () => ['Job 0', 'Job 1'].forEach((name) => void hotfix(name)()));
  const { conflict } = await at.deploy(files, options);
  expect(conflict?.message).toMatch(/^The job "Job [01]" was changed on the target after the plan/);
  expect(at.mutations()).toEqual({ editProject: 1, saveEnvironmentVariable: 2 });
});

test('a description that someone changes meanwhile is left as it is, and stops the rest', async () => {
  const files = filesWith('python b.py');
  const options = await approved(files);
  const edit = () => at.store.editProject(at.to, { description: 'hotfix' });
  at.sandbox.stats.reset();
  // The deploy plans before its first change.
  at.when('jobEnvironmentVariables', 1, edit);
  const { conflict } = await at.deploy(files, options);
  expect(conflict?.message).toMatch(/^The project "To" was changed on the target after the plan/);
  expect(at.store.project(at.to)?.description).toBe('hotfix');
  expect(at.mutations()).toEqual({});
});

test('a variable of a job that someone changes before it is deleted is kept', async () => {
  const files = filesWith('python a.py');
  files.set('jobs/job_0.json', Buffer.from(JSON.stringify(jobFile('job_0', { name: 'Job 0' }))));
  at.when('addJobVersion', 1, () => setVariable(idOf('Job 0'), 'OWN'));
  const { changes } = await at.deploy(files, { leaveOut, deleteExtraneous: true });
  expect(changes.find(({ name }) => name === 'Job 0')).toMatchObject({
    action: 'failed',
    reason:
      'A part of it was changed, but the deploy failed at its variables: The variable "OWN" was changed on the target after the plan was made',
  });
  const [own] = at.store.variables.of('JOB', idOf('Job 0'));
  expect(own?.value).toBe('hotfix');
});

test('a variable of a job that someone changes during the stage of an approved deploy is kept', async () => {
  const files = filesWith('python b.py');
  const options = await approved(files);
  at.when('addJobVersion', 1, () => setVariable(idOf('Job 11'), 'OWN'));
  const { conflict } = await at.deploy(files, options);
  expect(conflict?.message).toMatch(/^The variable "OWN" was changed/);
  expect(conflict?.hint).toMatch(/^It differs in value\./);
  const [own] = at.store.variables.of('JOB', idOf('Job 11'));
  expect(own?.value).toBe('hotfix');
});

test('a job that someone changes before it is deleted is kept', async () => {
  const files = filesWith('python b.py');
  files.delete('jobs/job_8.json');
  at.when('editPipeline', 1, hotfix('Job 8'));
  const { changes } = await at.deploy(files, { leaveOut, deleteExtraneous: true });
  expect(commandOf('Job 8')).toBe('python hotfix.py');
  expect(changes.find(({ name }) => name === 'Job 8')).toMatchObject({
    action: 'failed',
    reason: 'The job "Job 8" was changed on the target after the plan was made',
  });
});

const ALL_JOBS = Array.from({ length: JOBS }, (_, index) => `Job ${index}`).sort();

test.each<[what: string, after: string, read: string, times: number, unread: string[]]>([
  ['the project', 'jobEnvironmentVariables', 'project', 1, ['To']],
  ['its variables', 'editProject', 'projectEnvironmentVariables', 1, ['A', 'B']],
  // Of the entries that are read together, only this one fails again and again.
  ['the variables of one job', 'editProject', 'jobEnvironmentVariables', 2, ['Job 0']],
  ['the jobs', 'editProject', 'project', 1, ALL_JOBS],
])(
  'if %s cannot be read before an approved change, only that is left as it is',
  async (_what, after, operation, times, unread) => {
    const files = filesWith('python b.py');
    const options = await approved(files);
    const errors = [{ message: 'Not now' }];
    at.when(after, 1, () => at.sandbox.faults.add({ kind: 'errors', operation, times, errors }));
    const { conflict, changes } = await at.deploy(files, options);
    expect(conflict).toBeUndefined();
    const failed = changes.filter(({ action }) => action === 'failed');
    expect(failed.map(({ name }) => name)).toEqual(unread);
    for (const { failure } of failed) {
      expect(failure?.message).toMatch(
        /^It was not changed because it could not be read before: .*Not now/,
      );
      expect(failure?.effect).toBe('none');
    }
    const others = changes.filter(({ action }) => action !== 'failed');
    expect(new Set(others.map(({ action }) => action))).toEqual(new Set(['updated']));
    const planned = notUnchanged((await at.plan(files)).steps);
    expect(planned.map(({ name }) => name)).toEqual(unread);
  },
);

test('a change that someone makes while the deploy waits for a run needs another approval', async () => {
  const files = filesWith('python b.py');
  const options = { ...(await approved(files)), ifRunning: 'wait' } as const;
  at.store.setScript(idOf('Job 0'), { queueSeconds: 0, durationSeconds: 3_600 });
  const run = at.store.startRun(idOf('Job 0'));
  // The second read of the runs.
  at.when('job', 2, () => {
    hotfix('Job 9')();
    at.store.stopRun(run?.id ?? '');
  });
  const deployed = at.deploy(files, options);
  await expect(deployed).rejects.toThrow('The approved plan is not the current plan');
  expect(commandOf('Job 9')).toBe('python hotfix.py');
});

test('if no one changes anything it is all carried out, with a few more reads', async () => {
  const files = filesWith('python b.py');
  const options = await approved(files);
  at.sandbox.stats.reset();
  await at.deploy(files, options);
  const { requests } = at.sandbox.stats;
  expect(notUnchanged((await at.plan(files)).steps)).toEqual([]);
  await at.deploy(filesWith('python a.py'));
  at.sandbox.stats.reset();
  await at.deploy(files);
  // Of 12 jobs: three looks at them and their variables, one at each other kind of thing that changes.
  expect(requests - at.sandbox.stats.requests).toBeLessThanOrEqual(10);
});

const describeJob = (description: string) => at.store.editJob(idOf('Job 0'), { description });

test.each<[string, string, () => unknown, string?]>([
  [
    'a value that the platform does not accept is reported',
    'unchanged The platform did not accept description.',
    () => describeJob('Before'),
  ],
  [
    'a job whose variable is changed counts as updated then',
    'updated The platform did not accept description.',
    () => describeJob('Before'),
    'new value',
  ],
  [
    'a field that only another user changes is not reported',
    'updated undefined',
    () => at.store.editJob(idOf('Job 0'), { name: 'Job of another user' }),
  ],
  [
    'a job that another user deletes after its change does not lack accepted values',
    'updated undefined',
    () => at.store.deleteJob(idOf('Job 0')),
  ],
])('%s', async (_title, outcome, happens, value = 'python a.py') => {
  describeJob('Before');
  const file = jobFile('job_0', {
    ...{ name: 'Job 0', description: 'Deployed', version: { commandLine: 'python a.py' } },
    variables: [variable('OWN', value)],
  });
  const files = new Map([...filesWith('python a.py'), ...asFiles({ 'jobs/job_0.json': file })]);
  const options = await approved(files);
  at.when('editJob', 1, () => at.when('project', 1, happens));
  const { changes } = await at.deploy(files, options);
  const { action, reason } = changes.find(({ name }) => name === 'Job 0') ?? {};
  expect(`${action} ${reason}`).toBe(outcome);
});

describe('a variable of the project that another user changes meanwhile', () => {
  const valueOf = (name: string) =>
    at.store.variables.of('PROJECT', at.to).find((one) => one.name === name);
  const changeB = () => {
    const own = valueOf('B');
    if (own) at.store.variables.replace({ ...own, value: 'hotfix' });
  };
  beforeEach(() => at.when('editProject', 1, changeB));

  test('is left as it is, and stops an approved deploy', async () => {
    const files = filesWith('python b.py');
    const { conflict } = await at.deploy(files, await approved(files));
    expect(conflict?.message).toMatch(/^The variable "B" was changed on the target after the plan/);
    expect(valueOf('B')?.value).toBe('hotfix');
  });

  test('is not deleted', async () => {
    const files = filesWith('python b.py');
    files.set('variables.json', Buffer.from(JSON.stringify([variable('A', 'python a.py')])));
    const options = { leaveOut, deleteExtraneous: true, continueOnError: true };
    const { changes } = await at.deploy(files, options);
    expect(changes.find(({ name }) => name === 'B')?.action).toBe('failed');
    expect(valueOf('B')?.value).toBe('hotfix');
  });
});

test('a plan of a new project is refused on another platform', async () => {
  const target = { name: 'New' };
  const { fingerprint } = await plan(at.sandbox, filesWith('python a.py'), target, { leaveOut });
  await at.startOther({});
  const files = filesWith('python a.py');
  const options = { leaveOut, approvedPlan: fingerprint };
  await expect(deploy(at.sandbox, files, target, options)).rejects.toThrow(/plan/);
  expect(mutations(at.sandbox)).toEqual({});
});
