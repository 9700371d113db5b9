import type { IDataObject } from 'n8n-workflow';
import type { FailureLog } from '../../../../platform/runs/logs/failureLog';

/** The end of its log as fields of a run that did not succeed; why it could not be read, where that is so. */
export function logOutput(log: FailureLog | undefined): IDataObject {
  const logError = log?.failure && `The log could not be read: ${log.failure.message}`;
  return { lastLogLines: [...(log?.lines ?? [])], ...(logError && { logError }) };
}
