import { APP_IDS, JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../../sandbox';
import { sandboxForEachTest } from '../../support/testSandbox';
import { byId, perform } from './support';

const sandbox = sandboxForEachTest({ seedRuns: false });
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
  sandbox.accidents.add({ kind: 'resetAfter', operation: mutation });
  const { error } = await perform(sandbox, operation, parameters);
  expect(error?.message).toContain('It is not known whether the platform carried this out');
  expect(error?.description).toContain(where);
  expect(sandbox.stats.byOperation[mutation]).toBe(1);
});
