import { PlatformError } from '../../../../platform/common/errors/errors';
import type { Deployment } from '../../../../platform/projectFiles/deploy/deploy';
import { CHANGED, type DeployedChange } from '../../../../platform/projectFiles/deploy/outcomes';
import { cleanName, excerpt } from '../../../../platform/common/text/text';

const MAX_NAMED = 5;

/**
 * Returns the failure of a deploy as a whole. A next try continues, unless a plan was approved: once it has changed anything,
 * there is another plan, so each try reports the same failure.
 */
export function deployFailure(
  { changes, run, conflict, hasRenamed, summary }: Deployment,
  isApproved: boolean,
): PlatformError | undefined {
  const failed = changes.filter(({ failure }) => failure);
  const isUntouched =
    !hasRenamed &&
    changes.every(({ action }) => !CHANGED.has(action)) &&
    failed.every(({ failure }) => failure?.effect === 'none');
  const outcome = { effect: isUntouched ? 'none' : 'made', isRepeatable: !isApproved } as const;
  if (conflict) {
    const { message, hint, code } = conflict;
    return new PlatformError(message, {
      hint: `${hint} ${isUntouched ? 'Nothing was changed.' : `All in all: ${summary.reason}`}`,
      ...outcome,
      code,
    });
  }
  if (failed.length > 0) {
    return new PlatformError(`${failed.length} of ${changes.length} changes were not deployed`, {
      hint: [
        ...failed.slice(0, MAX_NAMED).map(lineOf),
        ...(failed.length > MAX_NAMED ? [`And ${failed.length - MAX_NAMED} more.`] : []),
        isApproved && !isUntouched
          ? 'What is already in place is not changed. Run the plan again, and have the rest approved.'
          : 'Correct what the platform refused, if anything. Then deploy again: what is already in place is not changed.',
      ].join(' '),
      ...outcome,
    });
  }
  if (!run || !('failure' in run)) return undefined;
  const { failure } = run;
  if (!isApproved) return failure;
  const { message, hint } = failure;
  return new PlatformError(message, { hint: `${hint} Everything was deployed.`, effect: 'made' });
}

function lineOf({ kind, name, failure, reason }: DeployedChange): string {
  const { message = '', hint = '' } = failure ?? {};
  const why = excerpt((reason ?? message).replace(/\.$/, ''), [], 300);
  const text = `The ${kind} "${cleanName(name)}": ${why}.`;
  return `${text} ${excerpt(hint, [], 200)}`.trim();
}
