import assert from 'node:assert/strict';
import { outputOf, type Execution, type WorkflowFile } from '../../../start/n8nApi';
import type { Check } from '../check';

interface ReadyMade {
  id: string;
  /** Where it starts; undefined for one that is only shown. */
  trigger?: string;
  /** Nodes that run where all is well; those of the other branch of a condition do not. */
  nodes: string[];
  /** What the last of them puts out. */
  result?: (output: Array<Record<string, unknown>>, execution: Execution) => void;
}

const readyMade: ReadyMade[] = [
  {
    id: 'nightlyJob000001',
    trigger: 'Every night',
    nodes: ['Run job and wait', 'Succeeded?', 'Write alert'],
    result: ([alert]) => {
      assert.equal(alert?.subject, 'The nightly job ended as FAILED');
      assert.match(
        String(alert?.text),
        /exited with code 6[^]*curl forecast\.json\nexit status 6$/,
      );
    },
  },
  {
    id: 'chainOfJobs00001',
    trigger: 'When clicking Execute workflow',
    nodes: ['Extract sales', 'Succeeded in time?', 'Check data quality', 'Tell both'],
    result: ([told]) =>
      assert.match(String(told?.text), /^Sales: SUCCEEDED after 12 s\. Quality: /),
  },
  {
    id: 'anyFailedRun0001',
    trigger: 'When a run failed',
    nodes: ['When a run failed', 'Read its log', 'One item a run', 'Write message'],
    result: ([message]) => {
      assert.match(String(message?.subject), /^1 failed: /);
      assert.match(String(message?.text), /exit status 6|MemoryError/);
    },
  },
  {
    id: 'syncOnChange0001',
    trigger: 'When files change',
    nodes: ['When files change', 'Upload copy', 'What was copied'],
    result: ([copied]) => assert.match(String(copied?.text), /^fileUpdated: \/mirror\/spark\//),
  },
  {
    id: 'backupConf000001',
    trigger: 'Every Sunday',
    nodes: ['List files', 'Files only', 'Download', 'One item', 'Zip'],
    result: (output) => assert.equal(output.length, 1),
  },
  { id: 'aiOperator000001', nodes: [] },
  {
    id: 'inventory0000001',
    trigger: 'When clicking Execute workflow',
    nodes: ['List projects', 'List jobs', 'Row', 'List technologies', 'Names', 'Join', 'Table'],
    result: (_output, execution) => {
      const rows = outputOf(execution, 'Join');
      assert.ok(rows.length >= 12 && rows.every(({ project }) => project));
      const extraction = rows.find(({ job }) => job === 'Extract daily sales');
      assert.equal(extraction?.project, 'Retail Analytics');
      assert.match(String(extraction?.technology), /SQL/);
    },
  },
];

const nameOf = (workflows: WorkflowFile[], id: string) =>
  workflows.find((workflow) => workflow.id === id)?.name;

export const workflowChecks: Check[] = readyMade.map(({ id, trigger, nodes, result }) => ({
  name: `the ready-made workflow ${id} shows no red mark${trigger ? ', and runs for real' : ''}`,
  async run(editor, { api, workflows }) {
    assert.ok(nameOf(workflows, id), 'It was not imported.');
    await editor.openWorkflow(id);
    assert.deepEqual(await editor.complaints(), []);
    await editor.screenshot(`workflow-${id}`);
    if (trigger === undefined) return;

    const execution = await api.waitForExecution(await api.runWorkflow(id, trigger));
    assert.equal(execution.status, 'success', JSON.stringify(execution.error));
    for (const node of nodes) {
      const [run] = execution.runs[node] ?? [];
      assert.equal(run?.executionStatus, 'success', `"${node}" ran as ${run?.executionStatus}`);
    }
    result?.(outputOf(execution, nodes.at(-1) ?? ''), execution);
  },
}));
