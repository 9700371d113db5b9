import { APP_IDS, JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../../../sandbox';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { byId, perform } from '../support';

const test = testBeside({ seedRuns: false });

function versions(): object {
  const { id } = sandbox().store.addJob({ projectId: PROJECT_IDS.retail, name: 'three versions' });
  for (let n = 0; n < 2; n++) sandbox().store.addJobVersion(id, {}, 'demo');
  return { jobId: byId(id), versionNumber: 1 };
}

/** There is one of this name, with another command. */
function jobToUpsert(): object {
  const [projectId, technologyId] = [PROJECT_IDS.retail, TECHNOLOGY_IDS.python];
  const job = { name: 'etl', category: 'Extraction' };
  sandbox().store.addJob({ projectId, technologyId, ...job });
  const version = { commandLine: 'python {file} --day' };
  return { projectId: byId(projectId), technologyId: byId(technologyId), ...job, version };
}

/** How many reads go well first, what the failure says, and the changes that were sent with the second try. */
const CASES = [
  {
    operation: 'job.rollback',
    given: versions,
    skip: 0,
    says: /The job \S+ was rolled back, but the job could not be read afterward: .*403/,
    sent: { rollbackJobVersion: 2 },
  },
  {
    operation: 'job.upsert',
    given: jobToUpsert,
    skip: 1,
    says: /The job \S+ was updated, but the job could not be read afterward/,
    sent: { addJobVersion: 1 },
  },
];

describe.each(CASES)('$operation that cannot be read afterwards', (one) => {
  const performUnread = async (status: number, times: number, settings: object) => {
    const { given, skip } = one;
    const parameters = given();
    sandbox().accidents.add({ kind: 'status', operation: 'job', status, skip, times });
    return await perform(sandbox(), one.operation, parameters, { settings });
  };

  test('says that the change was made', async () => {
    const { json } = await performUnread(403, 10, { onError: 'continueRegularOutput' });
    expect(json).toMatchObject([{ error: expect.stringMatching(one.says), mayHaveHappened: true }]);
  });

  test('is read again by Retry On Fail, and changed only where that changes nothing more', async () => {
    const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
    const { error } = await performUnread(409, 1, settings);
    expect(error).toBeUndefined();
    expect(sandbox().stats.byOperation).toMatchObject(one.sent);
  });
});

const projectId = byId(PROJECT_IDS.retail);
const targetProjectId = byId(PROJECT_IDS.energy);
const jobId = byId(JOB_IDS.salesExtraction);
const appId = byId(APP_IDS.mobilityNotebook);
const technologyId = byId(TECHNOLOGY_IDS.python);
const JOB = { projectId, name: 'New', category: byId('Extraction'), technologyId };

test.each<[operation: string, mutation: string, parameters: object, where: string]>([
  ['project.create', 'createProject', { name: 'New' }, 'whether the project "New" exists'],
  ['job.create', 'createJob', JOB, 'whether the project has a job "New"'],
  ['job.duplicate', 'duplicateJob', { jobId }, 'whether a copy exists among the jobs'],
  ['job.addVersion', 'addJobVersion', { jobId }, 'its current version is the new one'],
  ['job.move', 'moveJob', { jobId, targetProjectId }, 'is in the target project'],
  ['job.deleteVersions', 'deleteJobVersions', { jobId, versionNumbers: 1 }, 'which versions'],
  ['app.run', 'runApp', { appId }, 'Get the app, and check its status'],
  ['app.restart', 'restartApp', { appId }, 'Get the app, and check its status'],
])('%s whose response is lost is sent once, and says where to look', async (...given) => {
  const [operation, mutation, parameters, where] = given;
  sandbox().accidents.add({ kind: 'resetAfter', operation: mutation });
  const { error } = await perform(sandbox(), operation, parameters);
  expect(error?.message).toContain('It is not known whether the platform carried this out');
  expect(error?.description).toContain(where);
  expect(sandbox().stats.byOperation[mutation]).toBe(1);
});
