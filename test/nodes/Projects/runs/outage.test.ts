import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { startNode } from '../../../../harness/engine/runWorkflow';

let folder: string;
let sandbox: Sandbox;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outage-'));
  sandbox = await platformAt(0);
});
afterEach(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

/** A platform that keeps its jobs and runs when it is closed. */
async function platformAt(port: number): Promise<Sandbox> {
  return await startSandbox({ seedRuns: false, port, database: join(folder, 'platform.db') });
}

async function startWaiting(durationSeconds: number, timeout: number) {
  const job = sandbox.store.addJob({ name: 'Job', script: { queueSeconds: 0, durationSeconds } });
  const node = {
    parameters: {
      resource: 'job',
      operation: 'runAndWait',
      jobId: { __rl: true, mode: 'id', value: job.id },
      options: { pollInterval: 1, timeout },
    },
  };
  const { result } = await startNode(node, { dataPlatformApi: sandbox.credentials });
  while (sandbox.store.runsOfJob(job.id)[0]?.status !== 'RUNNING') await pause(20);
  await pause(1_500);
  return { result, job, runId: sandbox.store.runsOfJob(job.id)[0]?.id };
}

test('a platform that is killed for 20 s while the node waits: it goes on afterwards', async () => {
  const { result, job, runId } = await startWaiting(5, 3600);
  const port = Number(new URL(sandbox.baseUrl).port);
  await sandbox.close();
  await pause(20_000);
  sandbox = await platformAt(port);
  const { json, error } = await result;
  expect(error).toBeUndefined();
  expect(json).toEqual([expect.objectContaining({ id: runId, status: 'SUCCEEDED' })]);
  expect(sandbox.store.runsOfJob(job.id)).toHaveLength(1);
}, 60_000);

test('a platform that stays away until time is up: the run is named, and why nothing was seen', async () => {
  const { result, runId } = await startWaiting(60, 9);
  const port = Number(new URL(sandbox.baseUrl).port);
  await sandbox.close();
  const { error } = await result;
  // That it has not ended is what nobody saw.
  expect(error?.message).toMatch(/^Job could not be read since \d\d:\d\d:\d\d UTC, because /);
  expect(error?.message).toMatch(/Nothing responds at 127\.0\.0\.1|connection .* broke/);
  expect(error?.message).toContain(`: run ${runId}`);
  expect(error?.description).toMatch(/Its last known status was RUNNING/);
  expect(error?.description).toContain('Whether it has ended within 9 s is not known.');
  sandbox = await platformAt(port);
}, 60_000);
