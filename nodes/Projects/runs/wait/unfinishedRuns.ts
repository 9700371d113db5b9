import type { IExecuteFunctions } from 'n8n-workflow';
import { logProgress } from '../../../shared/operation/hints';

const MOST_NAMED = 20;

/** The runs that a node waits for; those that are left after a cancel are reported, since they go on. */
export class UnfinishedRuns {
  private readonly ids = new Set<string>();

  constructor(private readonly execution: IExecuteFunctions) {}

  add(runId: string): void {
    this.ids.add(runId);
  }

  remove(runId: string): void {
    this.ids.delete(runId);
  }

  /** n8n takes nothing any more of a node that it has cancelled: its log and the browser's console are left. */
  report(): void {
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
