import { strict as assert } from 'node:assert';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as workflow from 'n8n-workflow';
import { mapFields } from '../../support/engine/loadOptions';
import { loadPackage } from '../../support/engine/nodeTypes';
import { runNode, startNode } from '../../support/engine/runWorkflow';
import { until, type Check } from '../../support/checks';
import { searchList } from '../../support/engine/searchList';
import { byId } from '../../support/ids';
import type { Ask, ScenarioInput } from '../platform';
import { nodeAsTool, polling } from './contexts';

interface Scenario extends ScenarioInput {
  ask: Ask;
}

const PACKAGE = 'n8n-nodes-data-platform';
const PROJECTS = `${PACKAGE}.dataPlatformProjects`;
const CONF_FILES = `${PACKAGE}.dataPlatformConfFiles`;
const PROJECTS_TRIGGER = `${PROJECTS}Trigger`;
const CONF_FILES_TRIGGER = `${CONF_FILES}Trigger`;
const TYPES = [
  PROJECTS,
  PROJECTS_TRIGGER,
  CONF_FILES,
  CONF_FILES_TRIGGER,
  `${PACKAGE}.dataPlatformCatalog`,
  `${PACKAGE}.dataPlatformSettings`,
];

const jobOfItem = byId('={{ $json.jobId }}');
const options = { pollInterval: 1, timeout: 30 };
const runAndWait = {
  parameters: { resource: 'job', operation: 'runAndWait', jobId: jobOfItem, options },
};
const toItems = (...jobs: string[]) => jobs.map((jobId) => ({ jobId }));

export const checks: Array<Check<[Scenario]>> = [
  {
    name: 'what the nodes take from n8n-workflow is there',
    async run({ packageFolder }) {
      const missing = readImports(join(packageFolder, 'dist')).filter(
        (name) => !Object.hasOwn(workflow, name),
      );
      assert.deepEqual(missing, []);
    },
  },
  {
    name: 'all nodes load',
    async run() {
      const { nodeTypes } = await loadPackage();
      const names = TYPES.map((type) => nodeTypes.getByNameAndVersion(type).description.name);
      assert.deepEqual(
        names.map((name) => `${PACKAGE}.${name}`),
        TYPES,
      );
    },
  },
  {
    name: 'Run and Wait, 20 items',
    async run({ ask, credentials }) {
      const jobs = await Promise.all(Array.from({ length: 20 }, () => ask('addJob', {})));
      const { json, error } = await runNode(runAndWait, credentials, toItems(...jobs));
      assert.equal(error, undefined);
      const got = json.map(({ id, status }) => [id, status]);
      const runs = await Promise.all(jobs.map((job) => ask('runsOfJob', job)));
      assert.deepEqual(
        got,
        runs.map(([id]) => [id, 'SUCCEEDED']),
      );
    },
  },
  {
    name: 'Retry On Fail starts only what failed again',
    async run({ ask, credentials }) {
      const good = await ask('addJob', {});
      const bad = await ask('addJob', { outcome: ['FAILED', 'SUCCEEDED'] });
      const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
      const node = { ...runAndWait, settings };
      const { json, error } = await runNode(node, credentials, toItems(good, bad));
      assert.equal(error, undefined);
      assert.deepEqual(
        json.map(({ status }) => status),
        ['SUCCEEDED', 'SUCCEEDED'],
      );
      const runs = [await ask('runsOfJob', good), await ask('runsOfJob', bad)];
      assert.deepEqual(
        runs.map(({ length }) => length),
        [1, 2],
      );
    },
  },
  {
    name: 'a failed item is told, and put out where the node continues',
    async run({ ask, credentials }) {
      const job = await ask('addJob', { outcome: 'FAILED' });
      const stopped = await runNode(runAndWait, credentials, toItems(job));
      assert.match(String(stopped.error?.message), /failed .*run/);
      assert.ok(stopped.error?.description);
      const node = { ...runAndWait, settings: { onError: 'continueRegularOutput' } as const };
      const continued = await runNode(node, credentials, toItems(job));
      assert.equal(continued.run.status, 'success');
      assert.match(JSON.stringify(continued.json[0]), /failed/);
    },
  },
  {
    name: 'Cancel ends a wait',
    async run({ ask, credentials }) {
      const job = await ask('addJob', { durationSeconds: null });
      const work = await startNode(runAndWait, credentials, toItems(job));
      await until('it runs', async () => (await ask('runsOfJob', job)).length > 0);
      work.cancel();
      // n8n has a status of its own for it, or the node's error says so.
      const { run, error } = await work.result;
      assert.match(`${run.status} ${error?.message}`, /cancel/);
    },
  },
  {
    name: 'Upload and Download',
    async run({ ask, credentials }) {
      const text = 'a line\n'.repeat(50_000);
      const file = { resource: 'file', filePath: 'folder/a.txt', binaryPropertyName: 'data' };
      const nodeTo = (operation: string, more: object = {}) => ({
        type: CONF_FILES,
        parameters: { ...file, operation, ...more },
      });
      const upload = nodeTo('upload', { contentSource: 'binary' });
      const items = [{ file: { name: 'a.txt', text } }];
      const sent = await runNode(upload, credentials, { items });
      assert.equal(sent.error, undefined);
      assert.equal(await ask('readFile', '/folder/a.txt'), text);
      const { error, outputs } = await runNode(nodeTo('download'), credentials);
      assert.equal(error, undefined);
      const [got] = outputs[0] ?? [];
      assert.equal(got?.json.size, text.length);
      assert.equal(got?.binary?.data?.fileName, 'a.txt');
    },
  },
  {
    name: 'Call Operation, with its lists and its form',
    async run({ credentials, projectId }) {
      const parameters = {
        resource: 'graphql',
        operation: 'callOperation',
        rootField: { __rl: true, mode: 'list', value: 'query.jobs' },
        selection: 'auto',
      };
      const list = await searchList({ method: 'searchRootFields', parameters, credentials });
      assert.match(JSON.stringify(list), /query\.jobs/);
      const form = await mapFields({ method: 'mapArguments', parameters, credentials });
      assert.match(JSON.stringify(form), /projectId/);
      const value = { projectId };
      const called = { ...parameters, arguments: { mappingMode: 'defineBelow', value } };
      const { json, error } = await runNode({ parameters: called }, credentials);
      assert.equal(error, undefined);
      assert.ok(json.length > 0);
    },
  },
  {
    name: 'the lists of projects and jobs',
    async run({ credentials, projectId }) {
      const parameters = { projectId: byId(projectId) };
      const projects = await searchList({ method: 'searchProjects', parameters, credentials });
      assert.match(JSON.stringify(projects), new RegExp(projectId));
      const jobs = await searchList({ method: 'searchJobs', parameters, credentials });
      assert.match(JSON.stringify(jobs), /"results":\[\{/);
    },
  },
  {
    name: 'the trigger for runs',
    async run({ ask, credentials, projectId }) {
      const job = await ask('addJob', { durationSeconds: null });
      const events = ['runStarted', 'runSucceeded', 'runFailed', 'runStopped'];
      const parameters = { ids: ['jobs'], projectId: byId(projectId), events };
      const poll = await polling(PROJECTS_TRIGGER, parameters, credentials);
      await poll();
      const id = await ask('startRun', job);
      const told = await poll();
      assert.equal(told?.length, 1);
      assert.deepEqual([told[0]?.event, told[0]?.runId], ['runStarted', id]);
    },
  },
  {
    name: 'the trigger for configuration files',
    async run({ ask, credentials }) {
      const parameters = { path: '/watched', events: ['fileCreated'] };
      const poll = await polling(CONF_FILES_TRIGGER, parameters, credentials);
      await poll();
      const path = '/watched/new.txt';
      await ask('writeFile', path, 'new');
      const told = await poll();
      assert.equal(told?.length, 1);
      assert.deepEqual([told[0]?.event, told[0]?.path], ['fileCreated', path]);
    },
  },
  {
    name: 'as a tool, each call of an agent is a run of its own',
    async run({ ask, credentials }) {
      const job = await ask('addJob', {});
      const parameters = { resource: 'job', operation: 'run', jobId: byId(job) };
      const call = await nodeAsTool(PROJECTS, parameters, credentials);
      const first = await call({ why: 'first' });
      const second = await call({ why: 'second' });
      const runs = await ask('runsOfJob', job);
      assert.deepEqual([second[0]?.id, first[0]?.id], runs);
    },
  },
];

/** Returns the names that the built nodes and credentials import from n8n-workflow. */
function readImports(dist: string): string[] {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.startsWith('platform'))
    .map((name) => readFileSync(join(dist, name), 'utf8'));
  const names = files.flatMap((text) => [...text.matchAll(/\bimport_n8n_workflow\d*\.(\w+)/g)]);
  if (names.length === 0) throw new Error('The build names its imports otherwise than it did');
  return [...new Set(names.map(([, name]) => String(name)))];
}
