import { PROJECT_IDS } from '../../sandbox';
import type { Running } from '../../start/bringUp';
import type { Editor } from './editor';
import { openOneNode } from './oneNode';

const NODE = 'Diagnose job run';
const HOUR_MS = 3_600_000;

/** A job that began to fail with its second version, since that reads another file. */
function failedRun({ sandbox: { store } }: Running): string {
  const script = { queueSeconds: 0, durationSeconds: 40 };
  const { id } = store.addJob({
    name: 'Load orders',
    projectId: PROJECT_IDS.retail,
    script,
    version: { commandLine: 'python load.py' },
  });
  const run = (hoursAgo: number, more: object) =>
    store.startRun(id, { requestedAt: Date.now() - hoursAgo * HOUR_MS, script: more })?.id ?? '';
  for (let hour = 9; hour > 2; hour--) run(hour, {});
  store.addJobVersion(id, { commandLine: 'python load.py --file orders.csv' }, 'ana');
  const log = [
    'Loading orders',
    'Traceback (most recent call last):',
    '  File "load.py", line 7, in <module>',
    "FileNotFoundError: [Errno 2] No such file or directory: '/data/orders.csv'",
  ];
  const logLines = log.map((value, index) => ({
    stream: index === 0 ? 'STDOUT' : 'STDERR',
    value,
  }));
  const failure = {
    outcome: 'FAILED',
    outcomeDetails: 'The container exited with code 1',
    logLines,
  };
  return [2, 1].map((hour) => run(hour, failure)).at(-1) ?? '';
}

/** For docs/runs.md: why a run failed. */
export const diagnosePictures = [
  {
    name: 'diagnose',
    async take(editor: Editor, running: Running): Promise<void> {
      const runId = { __rl: true, mode: 'id', value: failedRun(running) };
      const parameters = { resource: 'jobRun', operation: 'diagnose', runId };
      await openOneNode(editor, running, { id: 'diagnoseARun0001', node: NODE, parameters });
      await editor.executeStep();
    },
  },
];
