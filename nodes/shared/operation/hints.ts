import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

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

/** Writes in n8n's log, and in the browser's console: n8n does the latter for manual executions alone. */
export function logProgress(execution: IExecuteFunctions, text: string): void {
  execution.logger.info(text);
  execution.sendMessageToUI(text);
}
