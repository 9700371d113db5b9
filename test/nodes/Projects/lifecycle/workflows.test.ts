import { readFileSync } from 'node:fs';
import path from 'node:path';
import { JOB_IDS, PROJECT_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { performed } from '../support';

interface WorkflowNode {
  name: string;
  parameters: { resource: string; operation: string };
}

/** The parameters of a node of a ready-made workflow. */
function parametersOf(workflow: string, name: string): WorkflowNode['parameters'] {
  const file = path.join(__dirname, '../../../../workflows', `${workflow}.json`);
  const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as { nodes: WorkflowNode[] };
  const found = nodes.find((node) => node.name === name);
  if (!found) throw new Error(`${workflow} has no node ${name}`);
  return found.parameters;
}

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

test('the clean-up counts first, then deletes the old runs of each job and keeps the newest', async () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const { store } = sandbox;
  const script = { queueSeconds: 0, durationSeconds: 0 };
  const { id } = store.addJob({ projectId: PROJECT_IDS.retail, script });
  for (let run = 20; run > 0; run--) {
    store.startRun(id, { requestedAt: store.clock() - (100 + run) * DAY_MS });
  }
  const run = async (name: string, items: object[]) => {
    const { resource, operation, ...parameters } = parametersOf('clean-up-of-old-runs', name);
    const given = { items: items.map((json) => ({ json: json as never })) };
    return await performed(sandbox, `${resource}.${operation}`, parameters, given);
  };
  const jobs = await run('List jobs', [{}]);
  const counted = await run('Count old runs', jobs);
  expect(store.countRunsOfJob(id)).toBe(20);
  const some = counted.filter(({ matched }) => Number(matched) > 0);
  expect(some).toEqual([{ jobId: id, matched: 10, deleted: 0, dryRun: true }]);
  expect(await run('Delete old runs', some)).toMatchObject([{ matched: 10, deleted: 10 }]);
  expect(store.countRunsOfJob(id)).toBe(10);
});

test('a push makes a job or a new version of it, and the same push again changes nothing', async () => {
  const text = JSON.stringify(parametersOf('push-to-job-version', 'Create or update job'));
  // The payload stands in the item here: there is no webhook before it.
  const { resource, operation, ...parameters } = JSON.parse(
    text.replaceAll("$('When code is pushed').item.json", '$json'),
  ) as WorkflowNode['parameters'];
  const push = async (after: string) => {
    const body = {
      repository: { name: 'etl' },
      head_commit: { message: `Commit ${after}` },
      compare: `https://git.invalid/etl/compare/${after}`,
    };
    const items = [{ json: { body }, file: { name: `${after}.zip`, text: after } }];
    return await performed(sandbox, `${resource}.${operation}`, parameters, { items });
  };
  expect(await push('one')).toMatchObject([
    { name: 'etl', action: 'created', currentVersion: { packageInfo: { name: 'etl.zip' } } },
  ]);
  expect(await push('one')).toMatchObject([{ action: 'unchanged' }]);
  expect(await push('two')).toMatchObject([
    { action: 'updated', currentVersion: { number: 2, releaseNote: 'Commit two' } },
  ]);
});

test('a run for hours is gone on with where its workflow begins anew', async () => {
  const file = path.join(__dirname, '../../../../workflows', 'run-for-hours.json');
  const { settings } = JSON.parse(readFileSync(file, 'utf8')) as { settings: object };
  expect(settings).toMatchObject({ saveExecutionProgress: true });
  const perform = async (name: string, items?: object[]) => {
    const text = JSON.stringify(parametersOf('run-for-hours', name));
    // The run stands in the item here: there is no node before it.
    const { resource, operation, ...parameters } = JSON.parse(
      text.replaceAll("$('Run job').item.json", '$json'),
    ) as WorkflowNode['parameters'];
    const given = items && { items: items.map((json) => ({ json: json as never })) };
    return await performed(sandbox, `${resource}.${operation}`, parameters, given);
  };
  const first = await perform('Run job');
  const again = await perform('Run job');
  expect(again[0]?.id).toBe(first[0]?.id);
  const looked = await perform('Check run', first);
  expect(looked).toMatchObject([{ id: first[0]?.id, status: expect.any(String) }]);
});

describe('a job that is run with a value', () => {
  const WORKFLOW = 'run-a-job-with-a-value';
  const values = { day: '2026-11-24', usual: 'today' };
  const jobId = JOB_IDS.salesExtraction;

  /** A node of the workflow; what nodes before it returned stands in the item. */
  async function perform(name: string) {
    const text = JSON.stringify(parametersOf(WORKFLOW, name));
    const { resource, operation, ...parameters } = JSON.parse(
      text.replaceAll("$('Choose values').item.json", '$json'),
    ) as WorkflowNode['parameters'];
    const items = [{ json: values }];
    return await performed(sandbox, `${resource}.${operation}`, parameters, { items });
  }
  const dayOf = () => sandbox.store.variables.of('JOB', jobId).map(({ value }) => value);

  beforeEach(() => sandbox.store.setScript(jobId, { queueSeconds: 0, durationSeconds: 1 }));

  test.each(['SUCCEEDED', 'FAILED'] as const)(
    'gets it, and the variable is set back after a run that %s',
    async (outcome) => {
      sandbox.store.setScript(jobId, { outcome });
      expect(await perform('Get current runs')).toEqual([]);
      await perform('Set day');
      const [run] = await perform('Run job and wait');
      const inputVariables = expect.objectContaining({ DAY: values.day }) as object;
      expect(run).toMatchObject({ status: outcome, inputVariables });
      await perform('Set day back');
      expect(dayOf()).toEqual(['today']);
    },
  );

  test('ends a second execution before it changes the value, or at the start', async () => {
    sandbox.store.setScript(jobId, { durationSeconds: 60 });
    await perform('Set day');
    const first = sandbox.store.startRun(jobId);
    expect(await perform('Get current runs')).toMatchObject([{ id: first?.id }]);
    expect(await perform('Run job and wait')).toMatchObject([{ id: first?.id, skipped: true }]);
    expect(sandbox.store.runsOfJob(jobId)).toHaveLength(1);
  });
});

test('a chain passes a value of one run on to the next job', async () => {
  const chain = 'chain-of-jobs-across-projects';
  const run = async (name: string, items: object[]) => {
    const { resource, operation, ...parameters } = parametersOf(chain, name);
    const given = { items: items.map((json) => ({ json: json as never })) };
    return await performed(sandbox, `${resource}.${operation}`, parameters, given);
  };
  for (const id of [JOB_IDS.meterReadings, JOB_IDS.demandForecast]) {
    sandbox.store.setScript(id, { queueSeconds: 0, durationSeconds: 0 });
  }
  const collected = await run('Collect meter readings', [{}]);
  expect(collected).toMatchObject([{ variables: { READINGS: '88020' } }]);
  await run('Pass readings on', collected);
  await run('Forecast demand', collected);
  const [next] = sandbox.store.runsOfJob(JOB_IDS.demandForecast);
  const readings = { key: 'READINGS', value: '88020', isPassword: false };
  expect(next?.script.environment).toContainEqual(readings);
});
