import { PlatformError } from '../../../../platform/errors/errors';
import type { Deployment } from '../../../../platform/projectFiles/deploy/deploy';
import type { DeployedChange } from '../../../../platform/projectFiles/deploy/outcomes';
import { excerpt } from '../../../../platform/text/text';

const MAX_NAMED = 5;
const MAX_LISTED = 20;

/**
 * Once an approved plan has changed anything, a next try would have another plan, so it reports the same failure: its effect is
 * `made`.
 */
export function deployFailure(
  { changes, run, conflict }: Deployment,
  isApproved: boolean,
): PlatformError | undefined {
  const failed = changes.filter(({ failure }) => failure);
  const isUntouched =
    changes.every(({ action }) => !CHANGED.has(action)) &&
    failed.every(({ failure }) => failure?.effect === 'none');
  const needsApproval = isApproved && !isUntouched;
  const effect = needsApproval ? 'made' : undefined;
  if (conflict) {
    const { message, hint, code } = conflict;
    return new PlatformError(message, {
      hint: `${hint} ${doneAndNotDone(changes)}`,
      effect,
      code,
    });
  }
  if (failed.length > 0) {
    return new PlatformError(`${failed.length} of ${changes.length} changes were not deployed`, {
      hint: [
        ...failed.slice(0, MAX_NAMED).map(lineOf),
        ...(failed.length > MAX_NAMED ? [`And ${failed.length - MAX_NAMED} more.`] : []),
        needsApproval
          ? 'What is already in place is not changed. Run the plan again, and have the rest approved.'
          : 'Correct what the platform refused, if anything. Then deploy again: what is already in place is not changed.',
      ].join(' '),
      effect,
    });
  }
  if (!run || !('failure' in run)) return undefined;
  const { failure } = run;
  if (!isApproved) return failure;
  const { message, hint } = failure;
  return new PlatformError(message, { hint: `${hint} Everything was deployed.`, effect: 'made' });
}

/** What a deploy that was stopped has done, and what it has not. */
function doneAndNotDone(changes: readonly DeployedChange[]): string {
  const done = changes.filter(({ action }) => CHANGED.has(action));
  const open = changes.filter(({ action }) => action === 'failed' || action === 'blocked');
  return [
    done.length === 0 ? 'Nothing was changed.' : `Done: ${listOf(done)}.`,
    ...(open.length > 0 ? [`Not done: ${listOf(open)}.`] : []),
  ].join(' ');
}

const CHANGED: ReadonlySet<string> = new Set(['created', 'updated', 'deleted']);

function listOf(changes: readonly DeployedChange[]): string {
  const named = changes.slice(0, MAX_LISTED).map(({ kind, name, action }) => {
    const what = CHANGED.has(action) ? ` (${action})` : '';
    return `${kind} "${excerpt(name, [], 100)}"${what}`;
  });
  const more = changes.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function lineOf({ kind, name, failure, reason }: DeployedChange): string {
  const { message = '', hint = '' } = failure ?? {};
  const why = excerpt(reason?.replace(/\.$/, '') ?? message, [], 300);
  const text = `The ${kind} "${excerpt(name, [], 100)}": ${why}.`;
  return `${text} ${excerpt(hint, [], 200)}`.trim();
}
