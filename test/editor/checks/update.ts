import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installedPackage } from '../../../start/build';
import type { Running } from '../../../start/bringUp';
import { startN8n } from '../../../start/localN8n/localN8n';
import {
  outputOf,
  type Execution,
  type N8nApi,
  type WorkflowFile,
} from '../../../start/localN8n/n8nApi';
import { PROJECT_IDS } from '../../../sandbox';
import type { ExecutionCheck } from '../check';
import { waiting } from './waiting';

const PROJECTS = 'n8n-nodes-data-platform.dataPlatformProjects';
const PROJECTS_TRIGGER = 'n8n-nodes-data-platform.dataPlatformProjectsTrigger';
const FILES_TRIGGER = 'n8n-nodes-data-platform.dataPlatformConfFilesTrigger';
const SECONDS_TO_END = 90;
const VERSIONS: Record<string, number> = { 'n8n-nodes-base.wait': 1.1, 'n8n-nodes-base.set': 3.4 };
const NEW_NAME = 'Data Platform Projects Updated';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const everyMinute = { pollTimes: { item: [{ mode: 'everyMinute' }] } };

export const updateChecks: ExecutionCheck[] = [
  {
    name: 'an update below active workflows: triggers emit each event of the meantime once, and a waiting execution goes on',
    async run(running) {
      const { api, sandbox } = running;
      const { id: jobId } = sandbox.store.addJob({
        projectId: PROJECT_IDS.retail,
        name: 'Updated below',
        script: { queueSeconds: 0, durationSeconds: 2 },
      });
      const node = nodeMaker(await credentialsOf(api));
      const runs = node('On run', PROJECTS_TRIGGER, {
        resource: 'job',
        projectId: byId(PROJECT_IDS.retail),
        ids: [jobId],
        events: ['runSucceeded'],
        ...everyMinute,
      });
      const files = node('On file', FILES_TRIGGER, { path: '/update', ...everyMinute });
      const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
      const run = node('Run', PROJECTS, {
        resource: 'job',
        operation: 'run',
        projectId: byId(PROJECT_IDS.retail),
        jobId: byId(jobId),
      });
      const address = node('Address', 'n8n-nodes-base.set', {
        mode: 'raw',
        jsonOutput: '={{ { resumeUrl: $execution.resumeUrl } }}',
      });
      // Not for a time: n8n reports an execution that continues while n8n is still starting as crashed.
      const aside = node('Aside', 'n8n-nodes-base.wait', { resume: 'webhook' });
      const look = node('Look', PROJECTS, {
        resource: 'jobRun',
        operation: 'get',
        runId: byId("={{ $('Run').item.json.id }}"),
      });
      for (const workflow of [
        chain('updateRuns', runs),
        chain('updateFiles', files),
        chain('updateWaits', start, run, address, aside, look),
      ]) {
        await api.saveWorkflow(workflow);
      }
      sandbox.confFiles.write('/update/old.txt', 'old');
      await api.publishWorkflow('updateRuns');
      await api.publishWorkflow('updateFiles');
      const executionId = await api.runWorkflow('updateWaits', 'Start');
      const { resumeUrl } = outputOf(await waiting(api, executionId), 'Address')[0] ?? {};
      const [first] = sandbox.store.runsOfJob(jobId);

      await restartUpdated(running, () => {
        sandbox.confFiles.write('/update/new.txt', 'new');
        sandbox.store.startRun(jobId);
      });
      assert.equal(await displayedName(api), NEW_NAME);

      const eventsOf = async (workflow: string, trigger: string, field: string) =>
        (await succeeded(api, workflow)).flatMap((one) =>
          outputOf(one, trigger).map((json) => String(json[field])),
        );
      const ids = sandbox.store.runsOfJob(jobId).map(({ id }) => id);
      assert.equal(ids.length, 2);
      const resumed = await fetch(String(resumeUrl));
      assert.equal(resumed.status, 200, await resumed.text());
      const waited = await api.waitForExecution(executionId, SECONDS_TO_END);
      assert.equal(waited.status, 'success', waited.error?.message);
      assert.equal(outputOf(waited, 'Look')[0]?.id, first?.id);
      await until('the new file is an event', async () =>
        (await eventsOf('updateFiles', 'On file', 'path')).includes('/update/new.txt'),
      );
      assert.deepEqual(await eventsOf('updateFiles', 'On file', 'path'), ['/update/new.txt']);
      await until(
        'each run is an event',
        async () => (await eventsOf('updateRuns', 'On run', 'id')).length >= ids.length,
      );
      assert.deepEqual((await eventsOf('updateRuns', 'On run', 'id')).sort(), [...ids].sort());
      for (const id of ['updateRuns', 'updateFiles']) {
        await api.request('POST', `/workflows/${id}/deactivate`);
      }
    },
  },
];

/** Ends n8n, puts another version of the package in its place, lets something happen, and starts n8n again. */
async function restartUpdated(running: Running, meanwhile: () => void): Promise<void> {
  const { n8n, userFolder } = running;
  await n8n.stop();
  const folder = installedPackage(userFolder);
  change(join(folder, 'package.json'), /"version": "[^"]+"/, '"version": "99.0.0"');
  change(
    join(folder, 'dist/nodes.js'),
    /displayName: "Data Platform Projects"/,
    `displayName: "${NEW_NAME}"`,
  );
  meanwhile();
  const port = Number(new URL(n8n.baseUrl).port);
  running.n8n = await startN8n({ userFolder, port });
}

function change(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  assert.match(text, from);
  writeFileSync(file, text.replace(from, to));
}

async function displayedName(api: N8nApi): Promise<unknown> {
  const nodeInfos = [{ name: PROJECTS, version: 1 }];
  const found = await api.request<Array<{ displayName: string }>>('POST', '/node-types', {
    nodeInfos,
  });
  return found[0]?.displayName;
}

/** Those of the sandbox: other checks have left credentials of platforms that are gone. */
async function credentialsOf(api: N8nApi) {
  const all = (await api.listCredentials()).filter(({ name }) => name.startsWith('Sandbox '));
  return Object.fromEntries(all.map(({ id, name, type }) => [type, { id, name }]));
}

const nodeMaker =
  (credentials: Record<string, { id: string; name: string }>) =>
  (name: string, type: string, parameters: object): WorkflowFile['nodes'][number] => ({
    id: name,
    name,
    type,
    typeVersion: VERSIONS[type] ?? 1,
    position: [0, 0],
    parameters,
    credentials,
    ...(type.endsWith('.wait') && { webhookId: `update-${name}` }),
  });

function chain(id: string, ...nodes: WorkflowFile['nodes']): WorkflowFile {
  const links = nodes
    .slice(1)
    .map(({ name }, before) => [
      nodes[before]?.name,
      { main: [[{ node: name, type: 'main', index: 0 }]] },
    ]);
  const settings = { executionOrder: 'v1' };
  return { id, name: id, nodes, connections: Object.fromEntries(links), settings };
}

/** The executions of a workflow that have ended well, and none other. */
async function succeeded(api: N8nApi, workflowId: string): Promise<Execution[]> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  const { results } = await api.request<{ results: Array<{ id: string; status: string }> }>(
    'GET',
    `/executions?filter=${filter}&limit=20`,
  );
  const ended = results.filter(({ status }) => !['new', 'running'].includes(status));
  assert.deepEqual(
    ended.filter(({ status }) => status !== 'success'),
    [],
  );
  return await Promise.all(ended.map(async ({ id }) => await api.getExecution(id)));
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + SECONDS_TO_END * 1000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not so after ${SECONDS_TO_END} s: ${what}`);
    await sleep(1000);
  }
}
