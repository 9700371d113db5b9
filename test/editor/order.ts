import assert from 'node:assert/strict';
import { PROJECT_IDS } from '../../sandbox';
import type { Running } from '../../start/bringUp';
import type { Check } from './check';
import type { Editor } from './editor';

const ID = 'runsInOrder00001';
const NODE = 'Run job and wait';
const JOBS = ['Load shops', 'Load orders', 'Load prices', 'Load stock', 'Load report'];

/** Five jobs, of which the second fails, in front of one node that is to run them. */
async function saveWorkflow({ api, sandbox: { store } }: Running): Promise<void> {
  const credentials = await api.listCredentials();
  const credential = credentials.find(({ type }) => type === 'dataPlatformApi');
  assert.ok(credential);
  const jobs = JOBS.map((name, index) => {
    const outcome = index === 1 ? ('FAILED' as const) : ('SUCCEEDED' as const);
    const script = { queueSeconds: 0, durationSeconds: index === 1 ? 1 : 3, outcome };
    return store.addJob({ name, projectId: PROJECT_IDS.retail, script }).id;
  });
  const value = `={{ ${JSON.stringify(jobs)} }}`;
  const assignments = [{ id: 'jobs', name: 'jobId', value, type: 'array' }];
  const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
    id: name,
    name,
    type,
    typeVersion,
    position: [0, 0] as [number, number],
    parameters,
  });
  await api.saveWorkflow({
    id: ID,
    name: 'Runs in order',
    nodes: [
      node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
      node('Jobs', 'n8n-nodes-base.set', 3.4, { assignments: { assignments } }),
      node('Each job', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'jobId' }),
      {
        ...node(NODE, 'n8n-nodes-data-platform.dataPlatformProjects', 1, {
          resource: 'job',
          operation: 'runAndWait',
          jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
          options: {},
        }),
        onError: 'continueErrorOutput',
        credentials: { dataPlatformApi: credential },
      },
    ].map((one, index) => ({ ...one, position: [220 * index, 0] as [number, number] })),
    connections: {
      Start: { main: [[{ node: 'Jobs', type: 'main', index: 0 }]] },
      Jobs: { main: [[{ node: 'Each job', type: 'main', index: 0 }]] },
      'Each job': { main: [[{ node: NODE, type: 'main', index: 0 }]] },
    },
    settings: { executionOrder: 'v1' },
  });
}

/** Chooses how many runs there may be, runs the jobs, and shows the items that failed. */
async function run(editor: Editor, running: Running): Promise<void> {
  await saveWorkflow(running);
  await editor.openWorkflow(ID);
  await editor.zoomToFit();
  await editor.openNode(NODE);
  await editor.addOptions(['Concurrency']);
  await editor.setOption('concurrency', 'At Most');
  await editor.addOptions(['Max Concurrent Runs', 'Stop After Failures']);
  await editor.writeNumber('maxConcurrentRuns', 2);
  await editor.writeNumber('stopAfterFailures', 1);
  await editor.executeStep();
  const output = editor.page.locator('[data-test-id="output-panel"]');
  await output
    .getByText(/^Error/)
    .first()
    .click();
  await output.getByText('was not started').first().waitFor();
}

/** For docs/runs.md: the options, and the items that were not started. */
export const orderPictures = [{ name: 'order', take: run }];

export const orderChecks: Check[] = [
  {
    name: 'order: two runs at a time, and none after a failure',
    async run(editor, running) {
      await run(editor, running);
      await editor.screenshot('order');
      const rows = await editor.outputRows();
      const jobs = running.sandbox.store.jobs({ projectId: PROJECT_IDS.retail });
      const runsOf = (name: string) => {
        const newest = jobs.filter((job) => job.name === name).at(-1);
        return running.sandbox.store.runsOfJob(newest?.id ?? '').length;
      };
      const codes = ['RUN_FAILED', 'NOT_STARTED', 'NOT_STARTED', 'NOT_STARTED'];
      assert.deepEqual(
        rows.map(({ errorCode }) => errorCode),
        codes,
      );
      assert.deepEqual(JOBS.map(runsOf), [1, 1, 0, 0, 0]);
    },
  },
];
