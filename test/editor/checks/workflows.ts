import assert from 'node:assert/strict';
import { JOB_IDS, PROJECT_IDS } from '../../../sandbox';
import type { Running } from '../../../start/bringUp';
import { type Execution, readOutput } from '../../../start/localN8n/n8nApi';
import type { ExecutionCheck } from '../check';
import { waitForWaiting } from '../workflow';

interface ReadyMade {
  id: string;
  promise: string;
  isShort?: boolean;
  /** Nodes that must not run. */
  skips?: string[];
  prepare?(running: Running): void;
  /** Called when the execution waits for a user. */
  meanwhile?(execution: Execution): Promise<void>;
  verify?(execution: Execution, running: Running): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_RUNS = 'Old runs';

/** test/nodes/readyMade.test.ts also checks outputs of some of these workflows. */
const READY_MADE: ReadyMade[] = [
  {
    id: 'nightlyJob000001',
    promise: 'a nightly job that fails ends in an alert with the last lines of its log',
    skips: ['All is well'],
    verify(execution) {
      const [alert] = readOutput(execution, 'Alert');
      assert.match(String(alert?.subject), /Import weather.* failed after/);
      assert.match(String(alert?.text), /^Job "Import weather", run \d+: RUN_FAILED/);
      assert.match(String(alert?.text), /exit status 6/);
    },
  },
  {
    id: 'chainOfJobs00001',
    promise: 'a chain of jobs continues in another project after the first job succeeded',
    skips: ['Check data quality'],
    verify(execution) {
      const { collected, next, status } = readOutput(execution, 'Sum up')[0] ?? {};
      assert.deepEqual([collected, next, status], ['SUCCEEDED', 'Forecast demand', 'SUCCEEDED']);
    },
  },
  {
    id: 'runWithValue0001',
    promise: 'a job runs with a value, which is reset afterward',
    skips: ['Report failure', 'Try later'],
  },
  {
    id: 'runForEachDay001',
    promise: 'a job runs once for each day of last week, and reads that day',
    prepare({ sandbox }) {
      sandbox.store.setScript(JOB_IDS.salesExtraction, { queueSeconds: 0, durationSeconds: 1 });
    },
    verify(execution, { sandbox: { store } }) {
      const days = readOutput(execution, 'Continue');
      assert.equal(days.length, 7);
      assert.ok(days.every(({ status }) => status === 'SUCCEEDED'));
      const dates = days.map(({ day }) => new Date(`${String(day)}T12:00:00Z`));
      assert.deepEqual(
        dates.map((date) => date.getUTCDay()),
        [1, 2, 3, 4, 5, 6, 0],
      );
      const set = execution.runs['Set the day'] ?? [];
      assert.equal(set.length, 7);
      const starts = store.runsOfJob(JOB_IDS.salesExtraction).slice(0, 7);
      assert.equal(new Set(starts.map(({ number }) => number)).size, 7);
    },
  },
  {
    id: 'reactToFailed001',
    isShort: true,
    promise: 'a failed run of a project starts a message with the end of its log',
    verify(execution) {
      const [message] = readOutput(execution, 'Message');
      const subject = /^Job "Import weather" of Energy Forecast: run \d+ ended as FAILED$/;
      assert.match(String(message?.subject), subject);
      assert.match(String(message?.text), /exit status 6/);
    },
  },
  {
    id: 'morningReport001',
    promise: 'the morning report is a page that shows what needs attention',
    verify(execution) {
      const [mail] = readOutput(execution, 'Get report');
      assert.ok(String(mail?.html).includes('Sales report'));
    },
  },
  {
    id: 'cleanUpOldRuns01',
    promise: 'old runs are deleted, except for the newest runs of each job',
    prepare({ sandbox: { store } }) {
      const script = { queueSeconds: 0, durationSeconds: 0 };
      const { id } = store.addJob({ projectId: PROJECT_IDS.retail, name: OLD_RUNS, script });
      for (let run = 15; run > 0; run--) {
        store.startRun(id, { requestedAt: store.clock() - (100 + run) * DAY_MS });
      }
    },
    verify(_execution, { sandbox: { store } }) {
      const { id = '' } = store.jobs({}).find(({ name }) => name === OLD_RUNS) ?? {};
      assert.equal(store.runsOfJob(id).length, 10);
      store.deleteJob(id);
    },
  },
  {
    id: 'eventDrivenSync1',
    isShort: true,
    promise:
      'a changed configuration file is copied to a folder that does not start the workflow again',
    skips: ['Delete copy'],
    verify(execution, { sandbox }) {
      const [{ path = '' } = {}] = readOutput(execution, 'When files change') as Array<{
        path?: string;
      }>;
      const copies = readOutput(execution, 'Upload copy').map((copy) => copy.path);
      assert.deepEqual(copies, [`/copies${path}`]);
      assert.deepEqual(sandbox.confFiles.read(`/copies${path}`), sandbox.confFiles.read(path));
      assert.ok(path.startsWith('/spark/'), path);
    },
  },
  {
    id: 'backupConfFiles1',
    promise: 'all configuration files are in one ZIP file, with their whole paths',
    verify(execution) {
      const listed = readOutput(execution, 'Only files').map(({ path }) => path);
      assert.ok(listed.includes('/spark/spark-defaults.conf'), listed.join(', '));
      const packed = listFileNames(execution, 'All in one item').map((name) => `/${name}`);
      assert.deepEqual(packed.sort(), listed.sort());
      assert.match(listFileNames(execution, 'Zip').join(), /^configuration-files-[\d-]+\.zip$/);
    },
  },
  {
    id: 'backupProject001',
    promise: 'a project is exported as files with their paths',
    verify(execution) {
      const paths = readOutput(execution, 'Name by path').map(({ path }) => path);
      assert.ok(paths.includes('projects/retail/project.json'), paths.join(', '));
      assert.ok(paths.some((path) => /^projects\/retail\/jobs\/.*\.json$/.test(String(path))));
      assert.ok(listFileNames(execution, 'Name by path').length > 0);
    },
  },
  {
    id: 'promoteProject1',
    promise: 'a project is promoted after its plan was approved, exactly as planned',
    meanwhile: approve,
    verify(execution, { sandbox: { store } }) {
      const [summary] = readOutput(execution, 'Plan');
      const deployed = readOutput(execution, 'Deploy approved plan');
      assert.ok(deployed.every(({ action }) => action === 'created' || action === 'unchanged'));
      for (const { name } of deployed) {
        assert.ok(String(summary?.text).includes(String(name)), `the plan names ${String(name)}`);
      }
      const listJobs = (name: string) =>
        store.jobs({ projectId: store.projectByName(name)?.id }).map((job) => job.name);
      assert.deepEqual(listJobs('Retail Production').sort(), listJobs('Retail Analytics').sort());
    },
  },
  {
    id: 'checkNodes000001',
    promise: 'the check of the cluster reports only the nodes that are not ready',
    verify(execution) {
      const [report] = readOutput(execution, 'Write report');
      assert.equal(report?.subject, '6 of 12 cluster nodes are not ready');
      const nodes = [...String(report?.text).matchAll(/^([\w-]+): /gm)].map(([, node]) => node);
      assert.deepEqual(nodes, [
        'gpu-amd',
        'gpu-no-taint',
        'gpu-wrong-effect',
        'gpu-wrong-value',
        'platform-no-label',
        'platform-other-labels',
      ]);
    },
  },
  {
    id: 'inventoryReport1',
    promise: 'the inventory lists the project and technology of each job',
    verify(execution) {
      const rows = readOutput(execution, 'Table');
      const row = { project: 'Energy Forecast', job: 'Import weather', technology: 'Bash' };
      assert.deepEqual(
        rows.find(({ job }) => job === row.job),
        { ...row, usable: true },
      );
      assert.ok(rows.every(({ technology }) => technology !== 'not in the catalog'));
    },
  },
];

export const readyMadeChecks: ExecutionCheck[] = READY_MADE.map((workflow) => ({
  name: `ready-made workflows: ${workflow.promise}`,
  isShort: workflow.isShort,
  run: async (running) => await runReadyMade(workflow, running),
}));

async function runReadyMade(readyMade: ReadyMade, running: Running): Promise<void> {
  const { api, workflows } = running;
  const { id, skips = [], prepare, meanwhile, verify } = readyMade;
  prepare?.(running);
  const nodes = workflows
    .filter((workflow) => workflow.id === id)
    .flatMap((workflow) => workflow.nodes)
    .filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
  const trigger = nodes.find(({ type }) => type.endsWith('Trigger'))?.name ?? '';
  const started = await api.runWorkflow(id, trigger);
  if (meanwhile) await meanwhile(await waitForWaiting(api, started));
  const execution = await api.waitForExecution(started);
  const failed = Object.entries(execution.runs).flatMap(([node, nodeRuns]) =>
    nodeRuns.flatMap(({ error }) => (error ? [`${node}: ${error.message}`] : [])),
  );
  assert.deepEqual(failed, []);
  assert.equal(execution.status, 'success', execution.error?.message);
  const skipped = nodes.map(({ name }) => name).filter((name) => !(name in execution.runs));
  assert.deepEqual(skipped.sort(), skips);
  verify?.(execution, running);
}

function listFileNames(execution: Execution, node: string): string[] {
  const [item] = execution.runs[node]?.at(-1)?.data?.main?.[0] ?? [];
  return Object.values(item?.binary ?? {}).map(({ fileName }) => String(fileName));
}

/** Opens the approval form and sends it. */
async function approve(execution: Execution): Promise<void> {
  const [request] = readOutput(execution, 'Write request');
  const address = String(request?.approveAt);
  assert.equal((await fetch(address)).status, 200);
  const form = new FormData();
  form.set('field-0', 'Deploy');
  const answer = await fetch(address, { method: 'POST', body: form });
  assert.equal(answer.status, 200, await answer.text());
}
