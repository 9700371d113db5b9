import {
  filesWith as asFiles,
  inWords,
  jobFile,
  jobFiles,
  notUnchanged,
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

test.each(['recent', 'middle'] as const)(
  'a hotfix that comes after the start is not overwritten, and stops the rest: %s',
  async (generation) => {
    if (generation !== 'recent') {
      await at.startOther({ generation });
      await deployFirst();
    }
    const files = filesWith('python b.py');
    const options = await approved(files);
    at.sandbox.stats.reset();
    at.when('addJobVersion', 2, hotfix('Job 9'));
    const { changes, conflict } = await at.deploy(files, options);
    expect(commandOf('Job 9')).toBe('python hotfix.py');
    expect(conflict).toMatchObject({
      message: 'The job "Job 9" was changed on the target after the plan was approved',
      hint: expect.stringMatching(/^What differs: version\.commandLine\. /),
    });
    // Each item says what became of it, and what was not begun was not sent.
    const of = (name: string) => changes.find((change) => change.name === name);
    const failed = { action: 'failed', failure: { effect: 'none' } };
    const reason = expect.stringMatching(/^It was not tried: the target was changed/) as string;
    expect([of('Job 9'), of('Job 8'), of('Daily')]).toMatchObject([
      failed,
      { ...failed, reason },
      { action: 'failed' },
    ]);
    const updated = changes.filter(({ kind, action }) => kind === 'job' && action === 'updated');
    expect(updated.length).toBeGreaterThanOrEqual(2);
    expect(updated.length).toBeLessThanOrEqual(8);
    expect(at.mutations()).toMatchObject({ addJobVersion: updated.length });
    for (const { name } of updated) expect(commandOf(name)).toBe('python b.py');
  },
);

function setVariable(scope: 'PROJECT' | 'JOB', entityId: string, name: string) {
  const own = at.store.variables.of(scope, entityId).find((one) => one.name === name);
  if (own) at.store.variables.replace({ ...own, value: 'hotfix' });
}

test.each<[what: string, happens: () => void, name: string, how: string]>([
  [
    'a thing that was to stay as it is',
    () => at.store.editJob(idOf('Untouched'), { description: 'Hotfix' }),
    'The job "Untouched"',
    'What differs: description.',
  ],
  [
    'a variable that is to be changed',
    () => setVariable('JOB', idOf('Job 9'), 'OWN'),
    'The job "Job 9"',
    'Its variable OWN differs.',
  ],
  ['a job that is deleted', () => at.store.deleteJob(idOf('Job 9')), '"Job 9"', 'no longer'],
  [
    'a job that is created by hand before it is created',
    () => at.addJob(at.to, 'new_5', { name: 'New 5' }),
    'The job "New 5"',
    'It now exists.',
  ],
])('%s', async (_what, happens, name, how) => {
  const { category } = at.addJob(at.to, 'untouched', { name: 'Untouched' });
  const added = {
    'jobs/untouched.json': jobFile('untouched', { name: 'Untouched', category, version: {} }),
    ...jobFiles(['new_0', 'new_1', 'new_2', 'new_3', 'new_4', 'new_5'], (_alias, index) => ({
      name: `New ${index}`,
      version: { commandLine: 'a' },
    })),
  };
  const files = new Map([...filesWith('python b.py'), ...asFiles(added)]);
  const options = await approved(files);
  at.when('addJobVersion', 1, happens);
  const { conflict } = await at.deploy(files, options);
  expect(conflict?.message).toContain(name);
  expect(conflict?.hint).toContain(how);
});

test('what was planned is looked at again where that is more than a second ago', async () => {
  const files = filesWith('python b.py');
  for (const path of ['project.json', 'variables.json']) {
    files.set(path, filesWith('python a.py').get(path) ?? Buffer.alloc(0));
  }
  const options = await approved(files);
  const now = Date.now.bind(Date);
  // Between planning and the first change.
  at.when('job', 1, () => {
    hotfix('Job 0')();
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 1_001);
  });
  const { conflict } = await at.deploy(files, { ...options, ifRunning: 'error' });
  jest.restoreAllMocks();
  expect(conflict?.message).toContain('The job "Job 0"');
  expect(commandOf('Job 0')).toBe('python hotfix.py');
});

test('a variable of the project that was changed since stops everything', async () => {
  const files = filesWith('python b.py');
  const options = await approved(files);
  at.when('editProject', 1, () => setVariable('PROJECT', at.to, 'B'));
  const { conflict, changes } = await at.deploy(files, options);
  expect(conflict?.message).toContain('The variable "B"');
  expect(inWords(changes).filter((words) => words.endsWith('updated'))).toEqual([
    'project To updated',
  ]);
  const values = at.store.variables.of('PROJECT', at.to).map(({ value }) => value);
  expect(values).toEqual(['python a.py', 'hotfix']);
});

test('what is to be deleted and was changed since is not deleted', async () => {
  const files = filesWith('python a.py');
  for (let index = 1; index < JOBS; index++) files.delete(`jobs/job_${index}.json`);
  const options = await approved(files, { deleteExtraneous: true, deleteAtMost: JOBS });
  at.when('deleteJob', 1, hotfix('Job 1'));
  const { conflict } = await at.deploy(files, options);
  expect(conflict?.message).toContain('The job "Job 1"');
  expect(jobNamed('Job 1')).toBeDefined();
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

const edit = (description: string) => () => at.store.editJob(idOf('Job 0'), { description });
const VERSION = { version: { commandLine: 'python b.py' } };
const DEPLOYED = { description: 'Deployed' };
const MORE =
  /^updated .*more than one new version\..* Someone else changed it during the deploy: version\.commandLine\.$/;
const OTHER =
  /^updated .*now has another value for description than before .* Someone else changed it/;
const GONE = /^updated Someone else deleted it during the deploy\.$/;
const KEPT = /^unchanged The platform did not accept description\.$/;

test.each<[what: string, sent: string, wanted: object, happens: () => void, outcome: RegExp]>([
  ['with another version', 'addJobVersion', VERSION, hotfix('Job 0'), MORE],
  ['of a new description', 'editJob', DEPLOYED, edit('Hotfix'), OTHER],
  ['of a description that goes', 'editJob', { description: undefined }, edit('Hotfix'), OTHER],
  ['that deletes it', 'editJob', DEPLOYED, () => at.store.deleteJob(idOf('Job 0')), GONE],
  ['that sets what was before', 'editJob', DEPLOYED, edit('Before'), KEPT],
])(
  'a hotfix %s, in the same second after the deploy has changed the thing, stays',
  async (_what, sent, wanted, happens, outcome) => {
    edit('Before')();
    const file = jobFile('job_0', {
      ...{ name: 'Job 0', description: 'Before', version: { commandLine: 'python a.py' } },
      ...{ variables: [variable('OWN', 'python a.py')], ...wanted },
    });
    const files = new Map([...filesWith('python a.py'), ...asFiles({ 'jobs/job_0.json': file })]);
    const options = await approved(files);
    const there = () => [jobNamed('Job 0')?.description, commandOf('Job 0')];
    let left: ReturnType<typeof there> = [];
    // Before the deploy reads back what it made.
    at.when(sent, 1, () =>
      at.when('project', 1, () => {
        happens();
        left = there();
      }),
    );
    const { changes } = await at.deploy(files, options);
    const { action, reason } = changes.find(({ name }) => name === 'Job 0') ?? {};
    expect(`${action} ${reason}`).toMatch(outcome);
    expect(there()).toEqual(left);
  },
);

test('without an approved plan, what someone else has changed in the meantime is reported', async () => {
  const more = jobFile('more', { version: { commandLine: 'a' } });
  const files = new Map([...filesWith('python a.py'), ...asFiles({ 'jobs/more.json': more })]);
  at.when('createJob', 1, () => {
    hotfix('Job 3')();
    at.store.deleteJob(idOf('Job 4'));
  });
  const { changes } = await at.deploy(files);
  const reasonOf = (name: string) => changes.find((change) => change.name === name)?.reason;
  expect(reasonOf('Job 3')).toBe('Someone else changed it during the deploy: version.commandLine.');
  expect(reasonOf('Job 4')).toBe('Someone else deleted it during the deploy.');
  expect(reasonOf('Job 5')).toBeUndefined();
});
