import type { IExecuteFunctions } from 'n8n-workflow';
import type { Progress } from '../../../../platform/runs/wait/runWaiter';
import { listSome } from '../../../../platform/text/amounts';
import { logProgress } from '../../../shared/operation/hints';

/** Reports how many runs, or apps, are in which status, where that has changed. */
export function progressReporter(
  execution: IExecuteFunctions,
  noun: 'run' | 'app' = 'run',
): (progress: Progress) => void {
  let reported = '';
  return (progress) => {
    const text = describe(execution.getNode().name, noun, progress);
    if (text === reported) return;
    reported = text;
    logProgress(execution, text);
  };
}

function describe(node: string, noun: 'run' | 'app', progress: Progress): string {
  const total = [...progress.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return `${node}: every ${noun === 'run' ? 'run has ended' : 'app has started'}`;
  const statuses = [...progress].map(([status, count]) => `${count} ${status}`).sort();
  return `${node}: waiting for ${total} ${total === 1 ? noun : `${noun}s`} (${statuses.join(', ')})`;
}

const MAX_NAMED = 20;

/**
 * Reports the runs that go on after a cancel. n8n accepts nothing more of a node that it has canceled but its log, which the
 * browser's console shows, too.
 */
export function reportUnfinished(execution: IExecuteFunctions, ids: ReadonlySet<string>): void {
  if (ids.size === 0) return;
  const text =
    `${execution.getNode().name}: ${ids.size === 1 ? 'a run is' : `${ids.size} runs are`} still running on the platform (${listSome([...ids], MAX_NAMED)}). ` +
    'Stop it there or with the operation "Stop"; the option "Stop on Cancel" does so next time.';
  logProgress(execution, text);
}
