import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { RunStart } from '../../../../platform/runs/start/runStart';
import { factsOf, nodeError, type NodeFailure } from '../../../shared/errors/errors';
import type { Runnable } from '../runnable';

/** n8n's log takes a tenth of a millisecond for each entry, which a thousand starts would feel. */
const TOGETHER_MS = 50;

/**
 * Writes to n8n's log, level info, which runs an execution has started or continued with, so that they are found after its
 * worker died: a line for each run, in one entry for what happens within 50 ms.
 */
export class RunLog {
  private lines: string[] = [];

  constructor(private readonly execution: IExecuteFunctions) {}

  /** @param line as "Started run 7 of job 3" */
  add(line: string): void {
    if (this.lines.push(line) === 1) setTimeout(() => this.write(), TOGETHER_MS);
  }

  /** Writes what is left. */
  write(): void {
    if (this.lines.length > 0) this.execution.logger.info(this.lines.join('\n'));
    this.lines = [];
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
