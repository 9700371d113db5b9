import { JOB_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { byId, perform, performed } from '../support';
import { NO_SUCH_ID } from '../../../support/ids';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const jobId = byId(JOB_IDS.salesExtraction);
const stored = () => sandbox.store.job(JOB_IDS.salesExtraction);
const copies = () =>
  sandbox.store.jobs().filter(({ settings }) => settings.originalJobId === JOB_IDS.salesExtraction);

test('get reports the current version and the latest run', async () => {
  sandbox.store.addJobVersion(
    JOB_IDS.salesExtraction,
    { ...sandbox.store.jobVersion(JOB_IDS.salesExtraction, 1)!.details, releaseNote: 'Second' },
    'tester',
  );
  const [job] = await performed(sandbox, 'job.get', { jobId });
  expect(job).toMatchObject({
    id: JOB_IDS.salesExtraction,
    name: stored()?.name,
    category: expect.any(String),
    technology: { id: expect.any(String) },
    currentVersion: { number: 2, releaseNote: 'Second' },
    lastRun: { id: expect.any(String), status: expect.any(String), number: expect.any(Number) },
  });
});

test('update changes what was set, empties what was emptied and keeps the rest', async () => {
  const before = stored();
  const [job] = await performed(sandbox, 'job.update', {
    jobId,
    updateFields: {
      name: 'Renamed',
      description: '',
      isScheduled: true,
      cronScheduling: '0 6 * * 1-5',
      scheduleTimezone: 'Europe/Paris',
      resources: '{ "cpu": { "request": 0.5, "limit": "2" }, "memory": { "limit": 2 } }',
      alerting: { emails: ['ops@example.com'], statusList: ['FAILED'] },
    },
  });
  expect(job).toMatchObject({ name: 'Renamed', description: null, isScheduled: true });
  expect(stored()).toMatchObject({
    name: 'Renamed',
    description: null,
    category: before?.category,
    settings: {
      isStreaming: before?.settings.isStreaming,
      cronScheduling: '0 6 * * 1-5',
      scheduleTimezone: 'Europe/Paris',
      resources: { cpu: { request: 0.5, limit: 2 } },
      alerting: { emails: ['ops@example.com'], statusList: ['FAILED'] },
    },
  });
});

test.each([
  [{}, /There is nothing to update/],
  [{ name: ' ' }, /The name is empty/],
  [{ resources: 'much' }, /does not match its type JobEditionInput/],
  [{ alerting: '{ "statusList": ["SAD"] }' }, /does not match its type JobEditionInput/],
])('update with %j is refused before anything is sent', async (updateFields, message) => {
  const { error } = await perform(sandbox, 'job.update', { jobId, updateFields });
  expect(error?.message).toMatch(message);
  expect(sandbox.stats.byOperation.editJob).toBeUndefined();
});

test('update is repeated when the response is lost', async () => {
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'editJob' });
  await performed(sandbox, 'job.update', { jobId, updateFields: { name: 'Renamed' } });
  expect(stored()?.name).toBe('Renamed');
});

test('duplicate', async () => {
  const [copy] = await performed(sandbox, 'job.duplicate', { jobId });
  expect(copies().map(({ id }) => id)).toEqual([copy?.id]);
});

test('duplicate with another name', async () => {
  const before = stored();
  const [copy] = await performed(sandbox, 'job.duplicate', {
    jobId,
    updateFields: { name: 'Sales of the north' },
  });
  expect(copy).toMatchObject({
    name: 'Sales of the north',
    originalJobId: JOB_IDS.salesExtraction,
  });
  expect(stored()).toEqual(before);
});

test('what a copy cannot be changed to is refused before it is made', async () => {
  const { error } = await perform(sandbox, 'job.duplicate', {
    jobId,
    updateFields: { moreFields: '{ "shoeSize": 42 }' },
  });
  expect(error?.message).toBe('The value of "job" does not match its type JobEditionInput!');
  expect(error?.description).toContain('"shoeSize"');
  expect(sandbox.stats.byOperation.duplicateJob).toBeUndefined();
});

test('duplicate is not repeated when the response is lost', async () => {
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'duplicateJob' });
  const { error } = await perform(sandbox, 'job.duplicate', { jobId });
  expect(error?.message).toContain('It is not known whether the platform carried this out');
  expect(error?.description).toContain(
    'Before you try again, check whether a copy exists among the jobs',
  );
  expect(copies()).toHaveLength(1);
});

test('a copy that cannot be changed is reported', async () => {
  const { error } = await perform(sandbox, 'job.duplicate', {
    jobId,
    updateFields: { isScheduled: true, cronScheduling: '' },
  });
  const [copy] = copies();
  expect(error?.message).toContain(`The copy ${copy?.id} was created but not updated`);
  expect(error?.description).toContain('Do not duplicate again');
});

test.each(['job.get', 'job.update', 'job.duplicate', 'job.addVersion'])(
  '%s of an unknown job says so',
  async (name) => {
    const parameters = { jobId: byId(NO_SUCH_ID), updateFields: { name: 'Other' } };
    const { error } = await perform(sandbox, name, parameters);
    expect(error?.message).toContain(NO_SUCH_ID);
  },
);
