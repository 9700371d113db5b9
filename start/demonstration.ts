import { type Execution, readOutput } from './localN8n/n8nApi';
import type { Running } from './bringUp';

/** ID of the workflow that `npm start` runs and suggests first. */
export const FIRST_WORKFLOW_ID = 'runAJob000000001';
const nodeTypePrefix = 'n8n-nodes-data-platform.';
const columns = ['name', 'jobName', 'category', 'status', 'number', 'durationSeconds'];
const manualTrigger = 'n8n-nodes-base.manualTrigger';

/** Runs the first workflow and prints the output of this package's nodes. @returns true if the workflow succeeded */
export async function demonstrate(running: Running, say: (line: string) => void): Promise<boolean> {
  const { api, workflows } = running;
  const workflow = workflows.find(({ id }) => id === FIRST_WORKFLOW_ID);
  const trigger = workflow?.nodes.find(({ type }) => type === manualTrigger);
  if (workflow === undefined || trigger === undefined) {
    throw new Error(`workflows/ has no workflow "${FIRST_WORKFLOW_ID}" with a manual trigger.`);
  }
  say(`\nRunning the workflow "${workflow.name}" in n8n …`);
  const started = Date.now();
  const execution = await api.waitForExecution(await api.runWorkflow(workflow.id, trigger.name));
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (execution.status !== 'success') {
    say(
      `The execution ended as "${execution.status}" after ${seconds} s: ${describeFailure(execution)}`,
    );
    return false;
  }
  say(`It succeeded in ${seconds} s. Output of the nodes of this package:`);
  for (const { name } of workflow.nodes.filter(({ type }) => type.startsWith(nodeTypePrefix))) {
    say(`\n${name}`);
    const rows = readOutput(execution, name);
    console.table(
      rows,
      columns.filter((column) => rows.some((row) => column in row)),
    );
  }
  return true;
}

function describeFailure({ error, lastNode }: Execution): string {
  const node = lastNode === undefined ? '' : ` (node "${lastNode}")`;
  return `${error?.message ?? 'n8n gave no reason'}${node} ${error?.description ?? ''}`.trim();
}
