import { PlatformError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import type { PlannedChange } from '../plan/steps';

const MOST_NAMED = 10;

/** @param what was planned and cannot be carried out */
export function changesAreBlocked(what: readonly PlannedChange[]): PlatformError {
  const count = what.length;
  const named = what.slice(0, MOST_NAMED).map(lineOf);
  const more = count - named.length;
  const unsupported = [...new Set(what.flatMap((change) => change.unsupported ?? []))].sort();
  return new PlatformError(
    `${count} change${count === 1 ? '' : 's'} cannot be deployed; nothing was changed`,
    {
      hint: [
        ...named,
        ...(more > 0 ? [`And ${more} more: "Plan" lists them.`] : []),
        ...(unsupported.length > 0
          ? [
              `To deploy without what the target does not support, set "Leave Out If Not Supported" to: ${unsupported.join(', ')}.`,
            ]
          : []),
      ].join(' '),
      reach: 'never',
    },
  );
}

function lineOf({ kind, name, reason = '' }: PlannedChange): string {
  return `The ${kind} "${excerpt(name, [], 100)}": ${reason}`;
}

export function planChanged(): PlatformError {
  return new PlatformError('The approved plan is not the current plan', {
    hint: 'The files, the target, or the options have changed since the approval. Nothing was changed. Run the plan again, and have the new plan approved.',
    reach: 'never',
    code: 'NOT_ALLOWED',
  });
}
