import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from '../../../../sandbox';
import { startNode } from '../../../support/engine/runWorkflow';
import { cases } from '../../../support/cases';
import { jobNode } from './jobRuns';

/** For so long the platform is away. */
const OUTAGE_SECONDS = cases(20, 6);

test(`a platform that is killed for ${OUTAGE_SECONDS} s while the node waits: it goes on afterward`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outage-'));
  // It keeps its jobs and runs while it is away.
  const platformAt = async (port: number) =>
    await startSandbox({ seedRuns: false, port, database: join(folder, 'platform.db') });
  const before = await platformAt(0);
  const script = { queueSeconds: 0, durationSeconds: 5 };
  const job = before.store.addJob({ name: 'Job', script });
  const credentials = { dataPlatformApi: before.credentials };
  const { result } = await startNode(jobNode('runAndWait'), credentials, [{ jobId: job.id }]);
  while (before.store.runsOfJob(job.id)[0]?.status !== 'RUNNING') await pause(20);
  await pause(1_500);
  const runId = before.store.runsOfJob(job.id)[0]?.id;
  await before.close();
  await pause(1000 * OUTAGE_SECONDS);
  const sandbox = await platformAt(Number(new URL(before.baseUrl).port));
  const { json, error } = await result;
  expect(error).toBeUndefined();
  expect(json).toEqual([expect.objectContaining({ id: runId, status: 'SUCCEEDED' })]);
  expect(sandbox.store.runsOfJob(job.id)).toHaveLength(1);
  await sandbox.close();
  await rm(folder, { recursive: true });
}, 60_000);
