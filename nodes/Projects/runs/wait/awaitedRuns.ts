import type { IExecuteFunctions } from 'n8n-workflow';
import { logProgress } from '../../../shared/operation/logProgress';

const MOST_NAMED = 20;

/** The runs that a node waits for; whoever looks for those that are left after a cancel is told that they go on. */
export class AwaitedRuns {
  private readonly ids = new Set<string>();

  constructor(private readonly execution: IExecuteFunctions) {}

  add(runId: string): void {
    this.ids.add(runId);
  }

  remove(runId: string): void {
    this.ids.delete(runId);
  }

  /** n8n does not look at a node any more that it has cancelled: its log and the browser's console are left. */
  tell(): void {
    if (this.ids.size === 0) return;
    const named = [...this.ids].slice(0, MOST_NAMED).join(', ');
    const more = this.ids.size - MOST_NAMED;
    const which = more > 0 ? `${named} and ${more} more` : named;
    const text =
      `${this.execution.getNode().name}: ${this.ids.size === 1 ? 'a run is' : `${this.ids.size} runs are`} still running on the platform (${which}). ` +
      'Stop it there or with the operation "Stop"; the option "Stop on Cancel" does so next time.';
    logProgress(this.execution, text);
  }
}
