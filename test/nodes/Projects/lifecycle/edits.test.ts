import {
  APP_TECHNOLOGY_IDS,
  PROJECT_IDS,
  TECHNOLOGY_IDS,
  type SandboxOptions,
} from '../../../../sandbox';
import { sandboxForEachTest } from '../../../support/testSandbox';
import { byId, perform, performed } from '../support';

const sandbox = sandboxForEachTest({ seedRuns: false });
const projectId = PROJECT_IDS.retail;

const SCHEDULE = {
  isScheduled: true,
  cronScheduling: '0 6 * * *',
  scheduleTimezone: 'Europe/Paris',
};
const ALERTING = {
  emails: ['ops@example.com'],
  statusList: ['FAILED'],
  loginEmails: [{ login: 'demo', email: 'demo@example.invalid' }],
};
const RESOURCES = { cpu: { request: 0.5, limit: 2 }, memory: { request: 512 } };
const COMMON = { projectId, name: 'before', description: 'kept' };

/** One of each kind, with everything that can be set of it. */
const KINDS = {
  job: (settings: object = {}) =>
    sandbox.store.addJob({
      ...COMMON,
      alias: 'before',
      category: 'Extraction',
      technologyId: TECHNOLOGY_IDS.python,
      settings: { ...SCHEDULE, alerting: ALERTING, resources: RESOURCES, ...settings },
    }),
  pipeline: () =>
    sandbox.store.pipelines.add({
      ...COMMON,
      alias: 'before',
      settings: { ...SCHEDULE, alerting: ALERTING },
      graph: { jobNodes: [], conditionNodes: [] },
    }),
  app: () =>
    sandbox.store.apps.add({
      ...COMMON,
      technologyId: APP_TECHNOLOGY_IDS.dockerImage,
      settings: { alerting: ALERTING, resources: RESOURCES },
    }),
};
type Kind = keyof typeof KINDS;

/** A platform that empties whatever an edit does not name. */
const FORGETFUL: SandboxOptions = {
  forgottenByEdits: ['description', 'alerting', 'resources', ...Object.keys(SCHEDULE)],
};

const stored = (kind: Kind, id: string) => {
  const { store } = sandbox;
  const table = { job: store.jobTable, pipeline: store.pipelines, app: store.apps }[kind];
  return table.find(id) as { name: string; description: string | null; settings: object };
};

const update = async (kind: Kind, id: string, updateFields: object) =>
  await performed(sandbox, `${kind}.update`, { [`${kind}Id`]: byId(id), updateFields });

describe('what an update does not name stays as it is', () => {
  test.each([
    ['job', {}],
    ['pipeline', {}],
    ['app', {}],
    ['job', FORGETFUL],
    ['pipeline', FORGETFUL],
    ['app', FORGETFUL],
    ['pipeline', { ...FORGETFUL, namesZone: true, generation: 'middle' }],
  ] as Array<[Kind, SandboxOptions]>)('%s, on a platform with %j', async (kind, options) => {
    await sandbox.restart(options);
    const { id, settings } = KINDS[kind]();
    await update(kind, id, { name: 'after' });
    expect(stored(kind, id)).toMatchObject({ name: 'after', description: 'kept', settings });
    await update(kind, id, { description: '' });
    expect(stored(kind, id)).toMatchObject({ name: 'after', description: null, settings });
  });

  test('of a job that is created or updated', async () => {
    await sandbox.restart(FORGETFUL);
    const { id, settings } = KINDS.job();
    const job = {
      projectId: byId(projectId),
      name: 'after',
      category: byId('Extraction'),
      technologyId: byId(TECHNOLOGY_IDS.python),
      binaryPropertyName: '',
      additionalFields: { alias: 'before' },
    };
    expect(await performed(sandbox, 'job.upsert', job)).toMatchObject([{ id, action: 'updated' }]);
    expect(stored('job', id)).toMatchObject({ name: 'after', description: 'kept', settings });
  });

  test('of two edits at once, neither undoes the other', async () => {
    const { id, settings } = KINDS.job();
    const cron = { cronScheduling: '0 7 * * *' };
    await Promise.all([{ description: 'new' }, cron].map((fields) => update('job', id, fields)));
    expect(stored('job', id)).toMatchObject({
      description: 'new',
      settings: { ...settings, ...cron },
    });
  });
});

test.each([
  ['null', null],
  ['', null],
  ['={{ null }}', null],
  [
    '{ "emails": [], "logins": ["demo"], "statusList": ["KILLED"] }',
    { ...ALERTING, emails: [], statusList: ['KILLED'] },
  ],
])('alerting is set to %j', async (alerting, expected) => {
  const { id } = KINDS.job();
  await update('job', id, { alerting });
  expect(stored('job', id).settings).toMatchObject({ ...SCHEDULE, alerting: expected });
});

test('what the platform has no input for is not sent back', async () => {
  const without = ['JobPipelineAlertingInput.logins', 'JobEditionInput.resources'];
  await sandbox.restart({ schemaChanges: { without, instead: '' } });
  const { id } = KINDS.job();
  await update('job', id, { name: 'after' });
  expect(stored('job', id)).toMatchObject({ name: 'after', settings: { resources: RESOURCES } });
});

test.each([
  [
    'alerting.statusList.0',
    {},
    `input JobPipelineAlertingInput { emails: [Email!] logins: [String!] statusList: [Boolean!] }`,
  ],
  ['resources.cpu.limit', {}, 'input ResourceRequestLimitInput { request: Float limit: Boolean }'],
  [
    'alerting.logins.1',
    { alerting: { ...ALERTING, loginEmails: [...ALERTING.loginEmails, { email: 'x@y.invalid' }] } },
    'type UserEmail { login: String email: String }',
  ],
])('a current %s that the platform does not accept is refused by name', async (...given) => {
  const [place, settings, instead] = given;
  await sandbox.restart({ ...FORGETFUL, schemaChanges: { without: [], instead } });
  const { id } = KINDS.job(settings);
  const before = structuredClone(stored('job', id));
  const fields = (updateFields: object) => ({ jobId: byId(id), updateFields });
  const { error } = await perform(sandbox, 'job.update', fields({ name: 'after' }));
  expect(error?.message).toBe(
    `The job ${id} cannot be updated: the platform does not accept its current value of "${place}"`,
  );
  expect(error?.description).toMatch(/^Set "\w+" in this update as well.* Nothing was changed\.$/);
  expect(stored('job', id)).toEqual(before);
  expect(sandbox.stats.byOperation.editJob).toBeUndefined();
});

test('nothing is changed if the settings cannot be read', async () => {
  const { id, settings } = KINDS.job();
  const errors = [{ message: 'Access is denied', path: ['job'] }];
  sandbox.accidents.add({
    kind: 'errors',
    operation: 'job',
    data: { job: null },
    errors,
    times: 9,
  });
  const parameters = { jobId: byId(id), updateFields: { name: 'after' } };
  expect((await perform(sandbox, 'job.update', parameters)).error?.message).toMatch(/denied/);
  expect(stored('job', id)).toMatchObject({ name: 'before', settings });
  expect(sandbox.stats.byOperation.editJob).toBeUndefined();
});
