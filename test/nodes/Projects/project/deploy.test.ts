import { setTimeout as pause } from 'node:timers/promises';
import { captureInfoLines } from '../../../support/engine/infoLines';
import { sandboxForAllTests, sandboxForEachTest } from '../../../support/testSandbox';
import { APP_TECHNOLOGY_IDS } from '../../../../sandbox';
import type { StartItem } from '../../../support/engine/helperNodes';
import { byId, perform, performed, startOperation } from '../support';
import { exportedItems, into } from './support';

const dev = sandboxForAllTests({ seedRuns: false });
const prod = sandboxForEachTest({ seedRuns: false });
let to: string;
let files: StartItem[];
let changedFiles: StartItem[];
beforeAll(async () => {
  const projectId = dev.store.addProject({ name: 'Dev' }).id;
  const settings = { resources: { cpu: { limit: 2 } } };
  const [load] = ['load', 'join'].map((alias) =>
    dev.store.addJob({ projectId, name: alias, alias, settings }),
  );
  files = await exportedItems(dev, projectId);
  dev.store.editJob(load?.id ?? '', { description: 'Changed' });
  changedFiles = await exportedItems(dev, projectId);
});

test.each(['zip', 'files'])('an export as %s says which credentials it lacks', async (output) => {
  const projectId = prod.store.addProject({ name: 'With image' }).id;
  const dockerInfo = { image: 'etl:1', dockerCredentialsId: crypto.randomUUID() };
  const more = { projectId: byId(projectId), output };
  expect((await perform(prod, 'project.export', more)).hints).toEqual([]);
  prod.store.addJob({ projectId, name: 'Load', alias: 'load', version: { dockerInfo } });
  const { hints } = await perform(prod, 'project.export', more);
  expect(hints).toEqual([
    expect.stringMatching(/^The files lack the Docker credentials of job "Load",/),
  ]);
});

const addTarget = () => (to = prod.store.addProject({ name: 'Prod' }).id);
beforeEach(addTarget);

const deploy = async (items: StartItem[], options?: object) =>
  await perform(prod, 'project.deploy', into(to, options), { items });
const changed = () => prod.stats.byOperation.editJob ?? 0;

test('runs of what changes are left alone, refuse the deploy, or are waited for', async () => {
  await deploy(files);
  const [load = '', join = ''] = ['load', 'join'].map(
    (alias) => prod.store.jobByAlias(to, alias)?.id,
  );
  const script = { queueSeconds: 0, durationSeconds: 3600 };
  for (const id of [load, join]) prod.store.setScript(id, script);
  const runs = [1, 2].map(() => prod.store.startRun(load)?.id ?? '');
  // The deploy does not change the job of this run.
  prod.store.startRun(join);

  const { error } = await deploy(changedFiles, { ifRunning: 'error' });
  expect(error?.message).toBe('The job "load" is already running');
  expect(error?.description).toMatch(/^Nothing was changed\. /);
  const same = await deploy(files, { ifRunning: 'error' });
  expect(same.json.every(({ action }) => action === 'unchanged')).toBe(true);
  const errors = [{ message: 'No right to read runs' }];
  prod.faults.add({ kind: 'errors', operation: 'job', errors });
  const unseen = await deploy(changedFiles, { ifRunning: 'error' });
  expect(unseen.error?.message).toContain('No right to read runs');

  /** Starts a deploy, and returns once it has looked at the runs. */
  const startWaiting = async () => {
    const waiting = into(to, { ifRunning: 'wait' });
    const before = prod.stats.requests;
    const started = await startOperation(prod, 'project.deploy', waiting, { items: changedFiles });
    while (prod.stats.requests < before + 8) await pause(5);
    return started;
  };
  const canceled = await startWaiting();
  canceled.cancel();
  await canceled.result;
  const { result } = await startWaiting();
  expect(changed()).toBe(0);
  for (const id of runs) prod.store.stopRun(id);
  expect((await result).error).toBeUndefined();
  expect(changed()).toBe(1);

  prod.store.startRun(load);
  const { json } = await deploy(files);
  const updated = json.filter(({ action }) => action === 'updated');
  expect(updated.map(({ kind }) => kind)).toEqual(['summary', 'job']);

  for (const id of [load, join]) prod.store.editJob(id, { description: 'Edited' });
  const both = await deploy(files, { ifRunning: 'error' });
  expect(both.error?.message).toMatch(
    /^The job "(load|join)" is already running, and so is 1 other job or pipeline$/,
  );
});

test.each([
  ['that is waited for', () => (prod.stats.byOperation.jobInstance ?? 0) > 1],
  ['whose start is in flight', () => (prod.stats.byOperation.runJob ?? 0) > 0],
])('a cancel names the run after a deploy %s', async (_what, isReached) => {
  await deploy(files);
  const id = prod.store.jobByAlias(to, 'load')?.id ?? '';
  prod.store.setScript(id, { queueSeconds: 0, durationSeconds: 3600 });
  const lines = await captureInfoLines(async () => {
    const parameters = into(to, { runAfter: 'load' });
    const { result, cancel } = await startOperation(prod, 'project.deploy', parameters, {
      items: files,
    });
    while (!isReached()) await pause(1);
    cancel();
    await result;
    await pause(500);
  });
  const [run] = prod.store.runsOfJob(id);
  expect(run?.status).toBe('RUNNING');
  expect(lines.filter((line) => line.includes(run?.id ?? '-'))).toEqual([
    expect.stringContaining('a run may still be running on the platform'),
  ]);
});

test('what an older platform does not support blocks, and is left out by its name', async () => {
  const without = ['Job.resources', 'JobInput.resources', 'JobEditionInput.resources'];
  await prod.restart({ schemaChanges: { without, instead: '' } });
  addTarget();
  const blocked = await deploy(files);
  expect(blocked.error?.description).toMatch(/ set "Leave Out If Not Supported" to: resources\.$/);
  const unknown = await deploy(files, { leaveOut: 'resource' });
  expect(unknown.error?.description).toBe(blocked.error?.description);
  expect(prod.store.jobs({ projectId: to })).toEqual([]);
  const { json } = await deploy(files, { leaveOut: 'alias, resources' });
  expect(json.filter(({ kind }) => kind === 'job')).toMatchObject(
    [1, 2].map(() => ({
      action: 'created',
      reason: 'Left out because the target does not support it: resources.',
    })),
  );
});

test('what a platform with the documented operations alone lacks is named, and nothing is made', async () => {
  await prod.restart({ generation: 'documented' });
  const target = { source: 'items', target: 'newProject', name: 'New', options: {} };
  const { error } = await perform(prod, 'project.deploy', target, { items: files });
  expect(error?.message).toBe('3 changes cannot be deployed; nothing was changed');
  expect(error?.description).toMatch(
    /^The project "New": This platform cannot create projects\. The job "join": This platform cannot create job: its schema has no mutation "createJob"/,
  );
});

test('a new project without a name is refused before anything is sent', async () => {
  const target = { source: 'items', target: 'newProject', name: '={{ " " }}', options: {} };
  const { error } = await perform(prod, 'project.deploy', target, { items: files });
  expect(error?.message).toBe('The name of the new project is missing');
  expect(prod.stats.requests).toBe(0);
});

test('a new project lets in the technologies of the jobs and apps that are deployed to it', async () => {
  const projectId = dev.store.addProject({ name: 'With an app' }).id;
  const job = dev.store.addJob({ projectId, name: 'load', alias: 'load' });
  const technologyId = APP_TECHNOLOGY_IDS.notebook;
  dev.store.apps.add({ projectId, name: 'Notes', technologyId });
  const items = await exportedItems(dev, projectId);
  const target = { source: 'items', target: 'newProject', options: {} };
  const parts = { Whole: {}, Jobs: { select: 'jobs/*' }, Apps: { select: 'apps/*' } };
  for (const [name, options] of Object.entries(parts)) {
    await performed(prod, 'project.deploy', { ...target, name, options }, { items });
  }
  const ofJobs = [{ jobCategory: job.category, technologies: [{ id: job.technologyId }] }];
  const ofApps = [{ id: technologyId }];
  expect(
    ['Whole', 'Jobs', 'Apps'].map((name) => {
      const settings = prod.store.projectByName(name)?.settings;
      return [settings?.technologiesByCategory, settings?.appTechnologies];
    }),
  ).toEqual([
    [ofJobs, ofApps],
    [ofJobs, null],
    [null, ofApps],
  ]);
});

test('variables of an app count from its first execution on, or from that of a new version', async () => {
  const projectId = dev.store.addProject({ name: 'With variables' }).id;
  const technologyId = APP_TECHNOLOGY_IDS.dockerImage;
  const image = (name: string) => ({ dockerInfo: { image: name, dockerCredentialsId: null } });
  const version = image('x:1');
  const { id } = dev.store.apps.add({ projectId, name: 'Notes', technologyId, version });
  const ofApp = { scope: 'APP', entityId: id, name: 'REGION' } as const;
  const variable = dev.store.variables.add({ ...ofApp, value: 'eu' });
  const deployed = async () => {
    prod.stats.reset();
    const { json } = await deploy(await exportedItems(dev, projectId));
    const sent = prod.stats.recent.flatMap(({ operations }) =>
      operations.filter((name) => /App(Version)?$|^save/.test(name)),
    );
    return [json.find(({ kind }) => kind === 'app')?.reason, sent];
  };
  expect(await deployed()).toEqual([
    'It was restarted after its variables were set.',
    ['createApp', 'saveEnvironmentVariable', 'restartApp'],
  ]);
  dev.store.variables.edit(variable.id, { value: 'us' });
  expect(await deployed()).toEqual([
    'If it is running, it uses the changed variables after its next restart.',
    ['saveEnvironmentVariable'],
  ]);
  dev.store.apps.addVersion(id, image('x:2'), 'demo');
  dev.store.variables.edit(variable.id, { value: 'eu' });
  expect(await deployed()).toEqual([null, ['saveEnvironmentVariable', 'addAppVersion']]);
  expect(await deployed()).toEqual([null, []]);
});

test.each([
  ['select', '={{ $json.part }}', 'Deploy Only'],
  ['select', '', 'Deploy Only'],
  ['select', ' , ', 'Deploy Only'],
  ['approvedPlan', '={{ $json.fingerprint }}', 'Approved Plan'],
])(
  'an option that is added but empty does not deploy everything: %s = "%s"',
  async (name, value, label) => {
    prod.stats.reset();
    const { error } = await deploy(files, { [name]: value });
    expect(error?.message).toBe(`"${label}" is empty`);
    expect(error?.description).toBe(
      'Fill in the option, or remove it. If the option is an expression, the expression returned nothing. Nothing was sent for this item.',
    );
    expect(prod.stats.recent.flatMap(({ operations }) => operations)).toEqual([]);
  },
);
