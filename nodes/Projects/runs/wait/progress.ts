import type { IExecuteFunctions } from 'n8n-workflow';
import type { Progress } from '../../../../platform/runs/wait/runWaiter';
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
