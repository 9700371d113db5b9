import type { INode } from 'n8n-workflow';
import type { RunStart } from '../../../../platform/runs/start/runStart';
import { factsOf, nodeError, type NodeFailure } from '../../../shared/errors/errors';
import type { Runnable } from '../runnable';

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
    start?.run && !start.isAdopted && !text.includes(start.run.id)
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
