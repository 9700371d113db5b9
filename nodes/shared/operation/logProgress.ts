import type { IExecuteFunctions } from 'n8n-workflow';

/** Writes in n8n's log, and in the browser's console: n8n does the latter for manual executions alone. */
export function logProgress(execution: IExecuteFunctions, text: string): void {
  execution.logger.info(text);
  execution.sendMessageToUI(text);
}
