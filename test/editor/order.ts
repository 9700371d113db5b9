import { PROJECT_IDS } from '../../sandbox';
import type { Running } from '../../start/bringUp';
import type { Editor } from './editor';
import { byId, manualTrigger, nodeOf, PROJECTS, saveChain } from './workflow';

const ID = 'runsInOrder00001';
const NODE = 'Run job and wait';
const JOBS = ['Load shops', 'Load orders', 'Load prices', 'Load stock', 'Load report'];

/** Five jobs, of which the second fails, in front of one node that is to run them. */
async function saveWorkflow({ api, sandbox: { store } }: Running): Promise<void> {
  const jobs = JOBS.map((name, index) => {
    const outcome = index === 1 ? ('FAILED' as const) : ('SUCCEEDED' as const);
    const script = { queueSeconds: 0, durationSeconds: index === 1 ? 1 : 3, outcome };
    return store.addJob({ name, projectId: PROJECT_IDS.retail, script }).id;
  });
  const value = `={{ ${JSON.stringify(jobs)} }}`;
  const assignments = [{ id: 'jobs', name: 'jobId', value, type: 'array' }];
  const parameters = {
    resource: 'job',
    operation: 'runAndWait',
    jobId: byId('={{ $json.jobId }}'),
    options: {},
  };
  const nodes = [
    manualTrigger('Start'),
    nodeOf('Jobs', 'n8n-nodes-base.set', { assignments: { assignments } }),
    nodeOf('Each job', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'jobId' }),
    nodeOf(NODE, PROJECTS, parameters, { onError: 'continueErrorOutput' }),
  ];
  await saveChain(api, ID, nodes, 'Runs in order');
}

/** Chooses how many runs there may be, runs the jobs, and shows the items that failed. */
async function run(editor: Editor, running: Running): Promise<void> {
  await saveWorkflow(running);
  await editor.openWorkflow(ID);
  await editor.canvas.zoomToFit();
  await editor.node.open(NODE);
  await editor.node.addOptions(['Max Concurrent Runs', 'Stop After Failures']);
  await editor.node.write('maxConcurrentRuns', '2');
  await editor.node.write('stopAfterFailures', '1');
  await editor.node.executeStep();
  const output = editor.page.locator('[data-test-id="output-panel"]');
  await output
    .getByText(/^Error/)
    .first()
    .click();
  await output.getByText('was not started').first().waitFor();
}

/** For docs/runs.md: the options, and the items that were not started. */
export const orderPictures = [{ name: 'runs/order', take: run }];
