import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from '../../../../sandbox';
import { startNode } from '../../../../harness/engine/runWorkflow';
import { cases } from '../../../support/cases';
import { jobNode } from './jobRuns';

/** For so long the platform is away. */
const OUTAGE_SECONDS = cases(20, 6);

/** A platform that keeps its jobs and runs while it is away, and a node that waits for one of them. */
async function startWaiting(durationSeconds: number, timeout: number) {
  const folder = await mkdtemp(join(tmpdir(), 'outage-'));
  const platformAt = async (port: number) =>
    await startSandbox({ seedRuns: false, port, database: join(folder, 'platform.db') });
  const sandbox = await platformAt(0);
  const job = sandbox.store.addJob({ name: 'Job', script: { queueSeconds: 0, durationSeconds } });
  const node = jobNode('runAndWait', { timeout });
  const credentials = { dataPlatformApi: sandbox.credentials };
  const { result } = await startNode(node, credentials, [{ jobId: job.id }]);
  while (sandbox.store.runsOfJob(job.id)[0]?.status !== 'RUNNING') await pause(20);
  await pause(1_500);
  const runId = sandbox.store.runsOfJob(job.id)[0]?.id;
  await sandbox.close();
  return {
    result,
    job,
    runId,
    comeBack: async () => await platformAt(Number(new URL(sandbox.baseUrl).port)),
    removeFolder: async () => await rm(folder, { recursive: true }),
  };
}

test.concurrent(
  `a platform that is killed for ${OUTAGE_SECONDS} s while the node waits: it goes on afterward`,
  async () => {
    const { result, job, runId, comeBack, removeFolder } = await startWaiting(5, 3600);
    await pause(1000 * OUTAGE_SECONDS);
    const sandbox = await comeBack();
    const { json, error } = await result;
    expect(error).toBeUndefined();
    expect(json).toEqual([expect.objectContaining({ id: runId, status: 'SUCCEEDED' })]);
    expect(sandbox.store.runsOfJob(job.id)).toHaveLength(1);
    await sandbox.close();
    await removeFolder();
  },
  60_000,
);

test.concurrent(
  'a platform that stays away until time is up: the run is named, and why nothing was seen',
  async () => {
    const { result, runId, removeFolder } = await startWaiting(60, 6);
    const { error } = await result;
    // That it has not ended is what nobody saw.
    expect(error?.message).toMatch(/^Job could not be read since \d\d:\d\d:\d\d UTC, because /);
    expect(error?.message).toMatch(/Nothing responds at 127\.0\.0\.1|connection .* broke/);
    expect(error?.message).toContain(`: run ${runId}`);
    expect(error?.description).toMatch(/Its last known status was RUNNING/);
    expect(error?.description).toContain('Whether it has ended within 6 s is not known.');
    await removeFolder();
  },
  60_000,
);
