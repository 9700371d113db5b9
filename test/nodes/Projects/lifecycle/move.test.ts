import { PROJECT_IDS } from '../../../../sandbox';
import { addPipeline, addVolume } from '../../../platform/projectFiles/support';
import { byId, performed } from '../support';
import { sandboxForEachTest } from '../../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });

const { retail, energy } = PROJECT_IDS;
const QUICK = { queueSeconds: 0, durationSeconds: 0 };

const addJob = () => sandbox.store.addJob({ projectId: retail, name: 'etl', script: QUICK }).id;
const newVolume = () => addVolume(sandbox, retail, crypto.randomUUID()).id;
const newPipeline = () => addPipeline(sandbox, retail, 'daily', addJob()).id;

test.each([
  { kind: 'job', add: addJob, find: (id: string) => sandbox.store.job(id) },
  { kind: 'pipeline', add: newPipeline, find: (id: string) => sandbox.store.pipelines.find(id) },
  { kind: 'volume', add: newVolume, find: (id: string) => sandbox.store.volumes.find(id) },
])('a $kind goes to another project, and its ID there is returned', async ({ kind, add, find }) => {
  const items = Array.from({ length: 40 }, () => ({ json: { id: add() } }));
  const ids = { [`${kind}Id`]: byId('={{ $json.id }}'), targetProjectId: byId(energy) };
  const json = await performed(sandbox, `${kind}.move`, ids, { items });
  expect(json.map(({ id }) => find(String(id))?.projectId)).toEqual(Array(40).fill(energy));
});

test('the number of the platform, and the target in a pasted address are sent', async () => {
  await sandbox.restart({ platformId: '7' });
  const value = `${sandbox.credentials.baseUrl}/projects/platform/7/project/${energy}/jobs`;
  const parameters = { jobId: byId(addJob()), targetProjectId: { __rl: true, mode: 'url', value } };
  const [moved] = await performed(sandbox, 'job.move', parameters);
  expect(sandbox.store.job(String(moved?.id))?.projectId).toBe(energy);
});
