import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { cutText } from '../errors/errors';

/** What shows hints. */
export type HintsContext = Pick<IExecuteFunctions, 'logger'> &
  Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;

/** Shows hints at the node's output. Older versions of n8n have no place for those of an agent's tool: its log has. */
export function showHints(execution: HintsContext, ...hints: NodeExecutionHint[]): void {
  if (execution.addExecutionHints) {
    execution.addExecutionHints(...hints);
  } else {
    for (const { message } of hints) execution.logger.warn(message);
  }
}

const fieldsShown = new WeakMap<HintsContext, Set<string>>();

/** Returns call options that show which numbers of a response became text, once for all items. */
export function numbersAsTextCall(execution: HintsContext) {
  return {
    onNumbersAsText(fields: string[]) {
      const shown = fieldsShown.get(execution) ?? new Set();
      fieldsShown.set(execution, shown);
      const names = cutText(fields.join(', '), 500);
      if (shown.has(names)) return;
      shown.add(names);
      const message = `Whole numbers beyond 2^53 are returned as text, since n8n cannot keep all their digits: ${names}`;
      showHints(execution, { message, location: 'outputPane' });
    },
  };
}

/** Writes in n8n's log, and in the browser's console: n8n does the latter for manual executions alone. */
export function logProgress(execution: IExecuteFunctions, text: string): void {
  execution.logger.info(text);
  execution.sendMessageToUI(text);
}
