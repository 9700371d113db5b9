import type { IExecuteFunctions } from 'n8n-workflow';

/** n8n's log takes a tenth of a millisecond for each entry, which a thousand starts would feel. */
const TOGETHER_MS = 50;
const MOST_TOGETHER = 100;

/**
 * Tells n8n's log, level info, which runs an execution has started or taken, so that they are found after its worker died:
 * a line for each run. What happens within 50 ms of an entry goes into the next one.
 */
export class RunLog {
  private readonly nodeName: string;
  private readonly executionId: string;
  private lines: string[] = [];
  private next: NodeJS.Timeout | undefined;

  constructor(private readonly execution: IExecuteFunctions) {
    this.nodeName = execution.getNode().name;
    this.executionId = execution.getExecutionId();
  }

  /** @param what as "Started run 7 of job 3" */
  add(what: string, itemIndex: number): void {
    this.lines.push(`${this.nodeName}: ${what} (execution ${this.executionId}, item ${itemIndex})`);
    if (!this.next || this.lines.length >= MOST_TOGETHER) this.write();
  }

  /** Writes what is left; nothing is added afterwards but by starts that are still under way. */
  write(): void {
    clearTimeout(this.next);
    this.next = undefined;
    if (this.lines.length === 0) return;
    this.execution.logger.info(this.lines.join('\n'));
    this.lines = [];
    this.next = setTimeout(() => this.write(), TOGETHER_MS);
  }
}
