import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { showHints } from '../operation/hints';
import { isTool } from './toolOutput';

const MAX_VERDICTS = 5;

/** Shows the results of an operation in one hint. An agent gets them as output. */
export function showVerdicts(
  execution: IExecuteFunctions,
  verdicts: readonly string[],
  type: NodeExecutionHint['type'] = 'info',
): void {
  if (verdicts.length === 0 || isTool(execution)) return;
  const more = verdicts.length - MAX_VERDICTS;
  const shown = [...verdicts.slice(0, MAX_VERDICTS), ...(more > 0 ? [`And ${more} more.`] : [])];
  showHints(execution, { message: shown.join(' '), type, location: 'outputPane' });
}
