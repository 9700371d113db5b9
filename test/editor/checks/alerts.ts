import assert from 'node:assert/strict';
import { eventAlert, itemAlert, type Alert } from '../alerts';
import type { Check } from '../check';
import type { Editor } from '../editor';

type Row = Record<string, string>;

/** The message that a workflow sends which a person has built. */
async function messageOf({ name, told, build }: Alert, editor: Editor): Promise<Row> {
  await build(editor);
  await editor.dragIntoEditFields(told);
  await editor.screenshot(`alerts-${name}`);
  await editor.executeBuiltWorkflow();
  await editor.openNode('Edit Fields');
  const [message] = await editor.outputRows();
  await editor.screenshot(`alerts-${name}-sent`);
  assert.ok(message);
  return message;
}

export const alertChecks: Check[] = [
  {
    name: 'alerts: schedule, job with error output, message: it has the job, the run and the end of its log',
    async run(editor) {
      const message = await messageOf(itemAlert, editor);
      assert.equal(message.jobName, 'Import weather');
      assert.equal(message.errorCode, 'RUN_FAILED');
      assert.match(message.number ?? '', /^\d+$/);
      assert.match(message.error ?? '', /failed after/);
      assert.match(message.lastLogLines ?? '', /exit status 6/);
    },
  },
  {
    name: 'alerts: failed run, message, in two nodes: it has the job, the run and the end of its log',
    async run(editor) {
      const message = await messageOf(eventAlert, editor);
      assert.equal(message.event, 'runFailed');
      assert.match(message.jobName ?? '', /\w/);
      assert.match(message.projectName ?? '', /\w/);
      assert.match(message.number ?? '', /^\d+$/);
      assert.match(message.lastLogLines ?? '', /\w/);
    },
  },
];
