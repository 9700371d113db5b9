import type { INode } from 'n8n-workflow';
import type { RunStart } from '../../../../platform/runs/start/runStart';
import { nodeError, type NodeFailure } from '../../../shared/errors/errors';
import type { Runnable } from '../runnable';

const MOST_NAMED = 20;

/** The error of a node that started runs: its description names those that it does not name already. */
export function failureWithRuns(
  node: INode,
  error: unknown,
  { noun }: Runnable,
  starts: ReadonlyArray<RunStart | undefined>,
): NodeFailure {
  const failure = nodeError(node, error);
  const text = `${failure.message} ${failure.description ?? ''}`;
  const started = starts.flatMap((start) =>
    start?.run && !start.isTaken && !text.includes(start.run.id)
      ? [`${start.run.id} (${noun} ${start.parentId})`]
      : [],
  );
  if (started.length === 0) return failure;
  const more = started.length - MOST_NAMED;
  const lines = [
    'Runs that were started:',
    ...started.slice(0, MOST_NAMED),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
  failure.description = [failure.description, ...lines].filter(Boolean).join('\n');
  const { descriptionTemplate } = failure.context;
  if (typeof descriptionTemplate === 'string') {
    failure.context.descriptionTemplate = [descriptionTemplate, ...lines].join('<br>');
  }
  return failure;
}
