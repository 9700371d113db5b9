import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locatePackage } from '../../../start/build';
import type { Running } from '../../../start/bringUp';
import { startN8n } from '../../../start/localN8n/localN8n';
import { ONE_CONNECTION_EACH, readOutput, type N8nApi } from '../../../start/localN8n/n8nApi';
import { PROJECT_IDS } from '../../../sandbox';
import { until } from '../../support/checks';
import type { ExecutionCheck } from '../check';
import { byId } from '../../support/ids';
import {
  buildManualTrigger,
  describeNode,
  readOutputs,
  PROJECTS,
  saveChain,
  waitForWaiting,
} from '../workflow';

const PROJECTS_TRIGGER = 'n8n-nodes-data-platform.dataPlatformProjectsTrigger';
const FILES_TRIGGER = 'n8n-nodes-data-platform.dataPlatformConfFilesTrigger';
const MAX_SECONDS_TO_END = 90;
const NEW_NAME = 'Data Platform Projects Updated';

const everyMinute = { pollTimes: { item: [{ mode: 'everyMinute' }] } };

export const updateChecks: ExecutionCheck[] = [
  {
    name: 'an update of the package: triggers of active workflows emit each event during the update once, and a waiting execution continues',
    async run(running) {
      const { api, sandbox } = running;
      const { id: jobId } = sandbox.store.addJob({
        projectId: PROJECT_IDS.retail,
        name: 'Updated below',
        script: { queueSeconds: 0, durationSeconds: 2 },
      });
      const runs = describeNode('On run', PROJECTS_TRIGGER, {
        projectId: byId(PROJECT_IDS.retail),
        ids: [`job:${jobId}`],
        events: ['runSucceeded'],
        ...everyMinute,
      });
      const files = describeNode('On file', FILES_TRIGGER, { path: '/update', ...everyMinute });
      const start = buildManualTrigger('Start');
      const run = describeNode('Run', PROJECTS, {
        resource: 'job',
        operation: 'run',
        projectId: byId(PROJECT_IDS.retail),
        jobId: byId(jobId),
      });
      const address = describeNode('Address', 'n8n-nodes-base.set', {
        mode: 'raw',
        jsonOutput: '={{ { resumeUrl: $execution.resumeUrl } }}',
      });
      // The execution waits for a webhook. A wait for a time could end during the start of n8n, which would report a crash.
      const aside = describeNode(
        'Aside',
        'n8n-nodes-base.wait',
        { resume: 'webhook' },
        { webhookId: 'update-Aside' },
      );
      const look = describeNode('Look', PROJECTS, {
        resource: 'jobRun',
        operation: 'get',
        runId: byId("={{ $('Run').item.json.id }}"),
      });
      await saveChain(api, 'updateRuns', [runs]);
      await saveChain(api, 'updateFiles', [files]);
      await saveChain(api, 'updateWaits', [start, run, address, aside, look]);
      sandbox.confFiles.write('/update/old.txt', 'old');
      await api.publishWorkflow('updateRuns');
      await api.publishWorkflow('updateFiles');
      const executionId = await api.runWorkflow('updateWaits', 'Start');
      const { resumeUrl } = readOutput(await waitForWaiting(api, executionId), 'Address')[0] ?? {};
      const [first] = sandbox.store.runsOfJob(jobId);

      await restartUpdated(running, () => {
        sandbox.confFiles.write('/update/new.txt', 'new');
        sandbox.store.startRun(jobId);
      });
      assert.equal(await readDisplayName(api), NEW_NAME);

      const readEvents = async (workflow: string, trigger: string, field: string) =>
        (await readOutputs(api, workflow, [trigger])).flat(2).map((json) => String(json[field]));
      const ids = sandbox.store.runsOfJob(jobId).map(({ id }) => id);
      assert.equal(ids.length, 2);
      const resumed = await fetch(String(resumeUrl), { headers: ONE_CONNECTION_EACH });
      assert.equal(resumed.status, 200, await resumed.text());
      const waited = await api.waitForExecution(executionId, MAX_SECONDS_TO_END);
      assert.equal(waited.status, 'success', waited.error?.message);
      assert.equal(readOutput(waited, 'Look')[0]?.id, first?.id);
      await until('the new file is an event', async () =>
        (await readEvents('updateFiles', 'On file', 'path')).includes('/update/new.txt'),
      );
      assert.deepEqual(await readEvents('updateFiles', 'On file', 'path'), ['/update/new.txt']);
      await until(
        'each run is an event',
        async () => (await readEvents('updateRuns', 'On run', 'runId')).length >= ids.length,
      );
      assert.deepEqual((await readEvents('updateRuns', 'On run', 'runId')).sort(), [...ids].sort());
      for (const id of ['updateRuns', 'updateFiles']) {
        await api.request('POST', `/workflows/${id}/deactivate`);
      }
    },
  },
];

/** Stops n8n, changes the installed package, calls `meanwhile`, and starts n8n again. */
async function restartUpdated(running: Running, meanwhile: () => void): Promise<void> {
  const { n8n, userFolder } = running;
  await n8n.stop();
  const folder = locatePackage(userFolder);
  replaceInFile(join(folder, 'package.json'), /"version": "[^"]+"/, '"version": "99.0.0"');
  replaceInFile(
    join(folder, 'dist/nodes.js'),
    /displayName: ?"Data Platform Projects"/,
    `displayName: "${NEW_NAME}"`,
  );
  meanwhile();
  const port = Number(new URL(n8n.baseUrl).port);
  running.n8n = await startN8n({ userFolder, port });
}

function replaceInFile(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  assert.match(text, from);
  writeFileSync(file, text.replace(from, to));
}

async function readDisplayName(api: N8nApi): Promise<unknown> {
  const nodeInfos = [{ name: PROJECTS, version: 1 }];
  const found = await api.request<Array<{ displayName: string }>>('POST', '/node-types', {
    nodeInfos,
  });
  return found[0]?.displayName;
}
