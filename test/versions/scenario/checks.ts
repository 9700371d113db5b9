import { strict as assert } from 'node:assert';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as workflow from 'n8n-workflow';
import type { Ask, ScenarioInput } from '../questions';
import type { Engine } from './engine';

interface Scenario extends ScenarioInput {
  engine: Engine;
  ask: Ask;
}

interface Check {
  name: string;
  run(scenario: Scenario): Promise<void>;
}

const PROJECTS = 'dataPlatformProjects';
const CONF_FILES = 'dataPlatformConfFiles';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const jobOfItem = byId('={{ $json.jobId }}');
const options = { pollInterval: 1, timeout: 30 };
const runAndWait = { resource: 'job', operation: 'runAndWait', jobId: jobOfItem, options };
const run = { resource: 'job', operation: 'run', jobId: jobOfItem };
const itemsOf = (...jobs: string[]) => jobs.map((jobId) => ({ json: { jobId } }));

export const checks: Check[] = [
  {
    name: 'what the nodes take from n8n-workflow is there',
    async run({ packageFolder }) {
      const missing = takenFromN8n(join(packageFolder, 'dist')).filter(
        (name) => !Object.hasOwn(workflow, name),
      );
      assert.deepEqual(missing, []);
    },
  },
  {
    name: 'all nodes load',
    async run({ engine }) {
      const names = [PROJECTS, CONF_FILES, 'dataPlatformCatalog', 'dataPlatformSettings'];
      for (const name of names) assert.equal(engine.nodeType(name).description.name, name);
    },
  },
  {
    name: 'Run',
    async run({ engine, ask }) {
      const job = await ask('addJob', {});
      const { items, error } = await engine.run(PROJECTS, run, itemsOf(job)).result;
      assert.equal(error, undefined);
      assert.deepEqual(
        items.map(({ json }) => json.id),
        await ask('runsOfJob', job),
      );
    },
  },
  {
    name: 'Run and Wait, 20 items',
    async run({ engine, ask }) {
      const jobs = await Promise.all(Array.from({ length: 20 }, () => ask('addJob', {})));
      const { items, error } = await engine.run(PROJECTS, runAndWait, itemsOf(...jobs)).result;
      assert.equal(error, undefined);
      const got = items.map(({ json }) => [json.id, json.status]);
      const runs = await Promise.all(jobs.map((job) => ask('runsOfJob', job)));
      assert.deepEqual(
        got,
        runs.map(([id]) => [id, 'SUCCEEDED']),
      );
    },
  },
  {
    name: 'Retry On Fail starts only what failed again',
    async run({ engine, ask }) {
      const good = await ask('addJob', {});
      const bad = await ask('addJob', { outcome: ['FAILED', 'SUCCEEDED'] });
      const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
      const work = engine.run(PROJECTS, runAndWait, itemsOf(good, bad), settings);
      const { items, error } = await work.result;
      assert.equal(error, undefined);
      assert.deepEqual(
        items.map(({ json }) => json.status),
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
    async run({ engine, ask }) {
      const job = await ask('addJob', { outcome: 'FAILED' });
      const stopped = await engine.run(PROJECTS, runAndWait, itemsOf(job)).result;
      assert.match(String(stopped.error?.message), /failed .*run/);
      assert.ok(stopped.error?.description);
      const settings = { onError: 'continueRegularOutput' } as const;
      const continued = await engine.run(PROJECTS, runAndWait, itemsOf(job), settings).result;
      assert.equal(continued.status, 'success');
      assert.match(JSON.stringify(continued.items[0]?.json), /failed/);
    },
  },
  {
    name: 'Cancel ends a wait',
    async run({ engine, ask }) {
      const job = await ask('addJob', { durationSeconds: null });
      const work = engine.run(PROJECTS, runAndWait, itemsOf(job));
      while ((await ask('runsOfJob', job)).length === 0) await pause();
      work.cancel();
      // Its own word for it, or the node's.
      const { status, error } = await work.result;
      assert.match(`${status} ${error?.message}`, /cancel/);
    },
  },
  {
    name: 'Upload and Download',
    async run({ engine, ask }) {
      const text = 'a line\n'.repeat(50_000);
      const file = { resource: 'file', filePath: 'folder/a.txt', binaryPropertyName: 'data' };
      const up = { ...file, operation: 'upload', contentSource: 'binary' };
      const sent = await engine.run(CONF_FILES, up, [{ file: { name: 'a.txt', text } }]).result;
      assert.equal(sent.error, undefined);
      assert.equal(await ask('readFile', '/folder/a.txt'), text);
      const got = await engine.run(CONF_FILES, { ...file, operation: 'download' }).result;
      assert.equal(got.error, undefined);
      assert.equal(got.items[0]?.json.size, text.length);
      assert.equal(got.items[0]?.binary?.data?.fileName, 'a.txt');
    },
  },
  {
    name: 'Call Operation, with its lists and its form',
    async run({ engine, projectId }) {
      const parameters = {
        resource: 'graphql',
        operation: 'callOperation',
        rootField: { __rl: true, mode: 'list', value: 'query.jobs' },
        selection: 'auto',
      };
      const list = await engine.ask(PROJECTS, 'listSearch', 'searchRootFields', parameters);
      assert.match(JSON.stringify(list), /query\.jobs/);
      const form = await engine.ask(PROJECTS, 'resourceMapping', 'mapArguments', parameters);
      assert.match(JSON.stringify(form), /projectId/);
      const value = { projectId };
      const called = { ...parameters, arguments: { mappingMode: 'defineBelow', value } };
      const { items, error } = await engine.run(PROJECTS, called).result;
      assert.equal(error, undefined);
      assert.ok(items.length > 0);
    },
  },
  {
    name: 'the lists of projects and jobs',
    async run({ engine, projectId }) {
      const projects = await engine.ask(PROJECTS, 'listSearch', 'searchProjects', {});
      assert.match(JSON.stringify(projects), new RegExp(projectId));
      const parameters = { projectId: byId(projectId) };
      const jobs = await engine.ask(PROJECTS, 'listSearch', 'searchJobs', parameters);
      assert.match(JSON.stringify(jobs), /"results":\[\{/);
    },
  },
  {
    name: 'the trigger for runs',
    async run({ engine, ask, projectId }) {
      const job = await ask('addJob', { durationSeconds: null });
      const poll = engine.trigger('dataPlatformProjectsTrigger', {
        resource: 'job',
        projectId: byId(projectId),
        events: ['runStarted', 'runSucceeded', 'runFailed', 'runStopped'],
      });
      await poll();
      const started = await ask('startRun', job);
      const told = await poll();
      assert.deepEqual(
        told?.map(({ event, runId, id }) => [event, runId ?? id]),
        [['runStarted', started]],
      );
    },
  },
  {
    name: 'the trigger for configuration files',
    async run({ engine, ask }) {
      const poll = engine.trigger('dataPlatformConfFilesTrigger', {
        path: '/watched',
        recursive: true,
        events: ['fileCreated', 'fileUpdated', 'fileDeleted'],
      });
      await poll();
      await ask('writeFile', '/watched/new.txt', 'new');
      const told = await poll();
      assert.deepEqual(
        told?.map(({ event, path }) => [event, path]),
        [['fileCreated', '/watched/new.txt']],
      );
    },
  },
  {
    name: 'as a tool, each call of an agent is a run of its own',
    async run({ engine, ask }) {
      const job = await ask('addJob', {});
      const call = engine.asTool(PROJECTS, { ...run, jobId: byId(job) });
      const first = await call({ why: 'first' });
      const second = await call({ why: 'second' });
      const runs = await ask('runsOfJob', job);
      assert.deepEqual([second[0]?.id, first[0]?.id], runs);
    },
  },
];

/** The names of all values that the built nodes and credentials take from n8n-workflow. */
function takenFromN8n(dist: string): string[] {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.startsWith('platform'))
    .map((name) => readFileSync(join(dist, name), 'utf8'));
  const names = files.flatMap((text) => [...text.matchAll(/\bimport_n8n_workflow\d*\.(\w+)/g)]);
  if (names.length === 0) throw new Error('The build names its imports otherwise than it did');
  return [...new Set(names.map(([, name]) => String(name)))];
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
}
