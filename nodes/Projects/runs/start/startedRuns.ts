import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { RunStart } from '../../../../platform/runs/start/runStart';
import { factsOf, nodeError, type NodeFailure } from '../../../shared/errors/errors';
import type { Runnable } from '../runnable';

/** n8n's log takes a tenth of a millisecond for each entry, which a thousand starts would feel. */
const TOGETHER_MS = 50;
const MAX_TOGETHER = 100;

/**
 * Writes to n8n's log, level info, which runs an execution has started or continued with, so that they are found after its
 * worker died: a line for each run. What happens within 50 ms of an entry goes into the next one.
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
    if (!this.next || this.lines.length >= MAX_TOGETHER) this.write();
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

const MAX_NAMED = 20;

/**
 * The error of a node that started runs: its description names those that it does not name already.
 * @param leftCount how many items were not begun
 */
export function failureWithRuns(
  node: INode,
  error: unknown,
  { noun }: Runnable,
  starts: ReadonlyArray<RunStart | undefined>,
  leftCount = 0,
): NodeFailure {
  const failure = nodeError(node, error);
  const text = `${failure.message} ${failure.description ?? ''}`;
  const started = starts.flatMap((start) =>
    start?.run && !start.isTaken && !text.includes(start.run.id)
      ? [`${start.run.id} (${noun} ${start.parentId})`]
      : [],
  );
  const more = started.length - MAX_NAMED;
  const lines = [
    ...(leftCount > 0
      ? [`${nameFailedItem(failure)}Items that were not started: ${leftCount}`]
      : []),
    ...(started.length > 0 ? ['Runs that were started:'] : []),
    ...started.slice(0, MAX_NAMED),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
  if (lines.length === 0) return failure;
  failure.description = [failure.description, ...lines].filter(Boolean).join('\n');
  const { descriptionTemplate } = failure.context;
  if (typeof descriptionTemplate === 'string') {
    failure.context.descriptionTemplate = [descriptionTemplate, ...lines].join('<br>');
  }
  return failure;
}

function nameFailedItem(failure: NodeFailure): string {
  const { itemIndex } = failure.context;
  const isNamed = typeof itemIndex !== 'number' || factsOf(failure).errorCode === 'NOT_STARTED';
  return isNamed ? '' : `Item ${itemIndex} failed. `;
}
