import type { DeployOptions } from '../../../../platform/projectFiles/options';
import type { PlatformError } from '../../../../platform/common/errors/errors';
import { failureOf } from '../../../support/failureOf';
import { inWords, useProjects } from '../support';

const at = useProjects();

/** Returns the files of a project with this `protect`. */
async function files(...protect: unknown[]): Promise<Map<string, Buffer>> {
  const all = await at.files();
  const project = JSON.parse(String(all.get('project.json'))) as object;
  return all.set('project.json', Buffer.from(JSON.stringify({ ...project, protect })));
}

const DELETE: DeployOptions = { deleteExtraneous: true };

async function refusalOf(work: Promise<unknown>): Promise<PlatformError> {
  const failure = await failureOf(work);
  expect(at.mutations()).toEqual({});
  return failure;
}

test('what is protected is not deleted, and neither is what it needs', async () => {
  at.addVariable(at.from, 'URL');
  at.addPipeline(at.from, 'nightly', at.addJob(at.from, 'clean').id);
  const [ledger] = ['ledger-eu', 'old'].map((alias) => at.addJob(at.to, alias).id);
  at.addPipeline(at.to, 'audit', String(ledger), at.addJob(at.to, 'needed').id);
  for (const name of ['SECRET_URL', 'OTHER']) at.addVariable(at.to, name);
  const given = await files('jobs/ledger-*', 'pipelines/audit', 'variables/SECRET_*');
  const { changes } = await at.deploy(given, DELETE);
  const kept = (glob: string) =>
    `unchanged: It is not in the files. It is protected by "${glob}" and is kept.`;
  const outcomes = changes.map(({ name, action, reason }) => [name, `${action}: ${reason}`]);
  expect(Object.fromEntries(outcomes)).toMatchObject({
    'ledger-eu': kept('jobs/ledger-*'),
    audit: kept('pipelines/audit'),
    SECRET_URL: kept('variables/SECRET_*'),
    needed: 'unchanged: It is not in the files. It is kept because pipelines/audit needs it.',
    old: 'deleted: It is not in the files.',
    OTHER: 'deleted: It is not in the files.',
  });
  const jobs = at.store.jobs({ projectId: at.to });
  expect(jobs.map(({ alias }) => alias).sort()).toEqual(['clean', 'ledger-eu', 'needed']);
  const again = await at.plan(given, DELETE);
  expect(new Set(again.steps.map(({ action }) => action))).toEqual(new Set(['unchanged']));
});

test('what is protected keeps its job, though the files have another one with the alias that the job gets', async () => {
  await at.startOther({ schemaChanges: { without: ['Job.alias'], instead: '' } });
  at.addPipeline(at.from, 'nightly', at.addJob(at.from, 'Other').id);
  at.addPipeline(at.to, 'audit', at.addJob(at.to, 'load').id);
  const given = await files('pipelines/audit');
  const job = JSON.parse(String(given.get('jobs/Other.json'))) as object;
  given.set('jobs/Other.json', Buffer.from(JSON.stringify({ ...job, alias: 'load' })));
  const { steps } = await at.plan(given, DELETE);
  const reason = expect.stringContaining('pipelines/audit needs it') as string;
  expect(steps.find(({ name }) => name === 'load')).toMatchObject({ action: 'unchanged', reason });
});

test('a job and a volume that only the target has are kept if an entity of the files needs them', async () => {
  at.addJob(at.from, 'load');
  at.addVolume(at.from, 'pages');
  at.addPipeline(at.from, 'daily', at.addJob(at.from, 'theirs').id);
  at.addApp(at.from, 'board', at.addVolume(at.from, 'models').id);
  at.addJob(at.to, 'theirs');
  at.addVolume(at.to, 'models');
  const given = await files();
  for (const path of ['jobs/theirs.json', 'volumes/models.json']) given.delete(path);
  const { summary, changes } = await at.deploy(given, DELETE);
  expect(summary.action).toBe('created');
  const reasons = Object.fromEntries(changes.map(({ name, reason }) => [name, reason]));
  expect(reasons).toMatchObject({
    theirs: 'It is not in the files. It is kept because pipelines/daily needs it.',
    models: 'It is not in the files. It is kept because apps/board needs it.',
  });
});

test('variables of a protected job stay, those of others go', async () => {
  for (const alias of ['ledger', 'load']) {
    at.addJob(at.from, alias);
    at.addVariable(at.addJob(at.to, alias).id, 'OWN', { scope: 'JOB' });
  }
  const given = await files({ match: 'jobs/ledger' });
  const { changes } = await at.deploy(given, DELETE);
  expect(changes.filter(({ kind }) => kind === 'job')).toMatchObject([
    {
      name: 'ledger',
      action: 'unchanged',
      reason: 'It is protected. Variables that are not in the files are kept.',
    },
    { name: 'load', action: 'updated', changes: [{ field: 'variables.OWN', to: null }] },
  ]);
  expect(changes.find(({ name }) => name === 'load')?.reason).toBeUndefined();
});

test('a protected thing that may not change blocks its change, and nothing is sent', async () => {
  for (const alias of ['ledger', 'load']) {
    at.addJob(at.from, alias, { description: 'new' });
    at.addJob(at.to, alias, { description: 'old' });
  }
  const given = await files({ match: 'jobs/ledger', change: 'block' });
  const { message, hint } = await refusalOf(at.deploy(given));
  expect(message).toBe('1 change cannot be deployed; nothing was changed');
  expect(hint).toBe('The job "ledger": It is protected by "jobs/ledger".');
  const { steps } = await at.plan(given);
  expect(steps.find(({ name }) => name === 'ledger')).toMatchObject({
    action: 'blocked',
    changes: [{ field: 'description', from: 'old', to: 'new' }],
  });
  const { changes } = await at.deploy(given, { continueOnError: true });
  expect(changes.map(({ action }) => action)).toEqual(['unchanged', 'blocked', 'updated']);
});

test('a protected thing may be made, and may stay as it is', async () => {
  at.addJob(at.from, 'ledger', { description: 'new' });
  const given = await files({ match: '*', change: 'block' });
  for (const action of ['created', 'unchanged']) {
    const { changes } = await at.deploy(given);
    expect(changes.map((change) => change.action)).toEqual(['unchanged', action]);
  }
});

test('packages, the description of the project and its variables can be protected', async () => {
  for (const [projectId, value] of [
    [at.from, 'new'],
    [at.to, 'old'],
  ] as const) {
    at.store.editProject(projectId, { description: value });
    at.addVariable(projectId, 'URL', { value });
    at.addJob(projectId, 'ledger', { version: at.packageOf(value) });
  }
  const given = await files(
    ...['project', 'variables/URL', 'jobs/ledger'].map((match) => ({ match, change: 'block' })),
  );
  const { steps } = await at.plan(given);
  expect(inWords(steps)).toEqual([
    'project To blocked',
    'variable URL blocked',
    'job ledger blocked',
  ]);
});

test.each([
  ['job', 'jobs'],
  ['variable', 'variables of the project'],
])('nothing of a kind goes if the files hold nothing of it: %s', async (kind, noun) => {
  if (kind === 'job') at.addVariable(at.from, 'URL');
  else at.addJob(at.from, 'load');
  at.addJob(at.to, 'load');
  at.addVariable(at.to, 'URL');
  const { hint } = await refusalOf(at.deploy(await files(), DELETE));
  expect(hint).toContain(`The files contain no ${noun}, so none is deleted.`);
  expect(hint).toContain('"include" in project.json');
  const options = { ...DELETE, continueOnError: true };
  const { changes } = await at.deploy(await files(), options);
  expect(changes.filter(({ action }) => action === 'deleted')).toEqual([]);
});

test.each([
  { there: 6, wanted: 1, most: undefined, isRefused: false },
  { there: 7, wanted: 1, most: undefined, isRefused: true },
  { there: 14, wanted: 7, most: undefined, isRefused: false },
  { there: 14, wanted: 6, most: undefined, isRefused: true },
  { there: 14, wanted: 6, most: 8, isRefused: false },
  { there: 3, wanted: 2, most: 0, isRefused: true },
])('of $there, $wanted are wanted, and at most $most may go', async (given) => {
  const { there, wanted, most, isRefused } = given;
  for (let index = 0; index < there; index++) {
    if (index < wanted) at.addJob(at.from, `job_${index}`);
    at.addJob(at.to, `job_${index}`);
  }
  const gone = there - wanted;
  const options = { ...DELETE, ...(most !== undefined && { deleteAtMost: most }) };
  const deployed = at.deploy(await files(), options);
  if (isRefused) {
    const allowed = most ?? Math.max(5, Math.floor(there / 2));
    expect((await refusalOf(deployed)).hint).toContain(
      `The deploy would delete ${gone} of ${there} entries, but the limit is ${allowed}. To delete them, set "Delete at Most" to ${gone}.`,
    );
  } else {
    const { changes } = await deployed;
    expect(changes.filter(({ action }) => action === 'deleted')).toHaveLength(gone);
  }
});
