import { PlatformError } from '../../../../platform/errors/errors';
import type { Deployment } from '../../../../platform/projectFiles/deploy/deploy';
import type { DeployedChange } from '../../../../platform/projectFiles/deploy/outcomes';
import { listSome } from '../../../../platform/text/amounts';
import { excerpt } from '../../../../platform/text/text';

const MAX_NAMED = 5;
const MAX_LISTED = 20;
const UNTOUCHED = 'Nothing was changed.';

/**
 * Returns the failure of a deploy as a whole. A next try continues, unless a plan was approved: once it has changed anything,
 * there is another plan, so each try reports the same failure.
 */
export function deployFailure(
  { changes, run, conflict }: Deployment,
  isApproved: boolean,
): PlatformError | undefined {
  const failed = changes.filter(({ failure }) => failure);
  const isUntouched =
    changes.every(({ action }) => !CHANGED.has(action)) &&
    failed.every(({ failure }) => failure?.effect === 'none');
  const outcome = { effect: isUntouched ? 'none' : 'made', isRepeatable: !isApproved } as const;
  if (conflict) {
    const { message, hint, code } = conflict;
    return new PlatformError(message, {
      hint: [hint, ...(isUntouched ? [UNTOUCHED] : []), ...doneAndNotDone(changes)].join(' '),
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

/** What a deploy that was stopped has done, and what it has not. */
function doneAndNotDone(changes: readonly DeployedChange[]): string[] {
  const done = changes.filter(({ action }) => CHANGED.has(action));
  const open = changes.filter(({ action }) => action === 'failed' || action === 'blocked');
  return [
    ...(done.length > 0 ? [`Done: ${listOf(done)}.`] : []),
    ...(open.length > 0 ? [`Not done: ${listOf(open)}.`] : []),
  ];
}

const CHANGED: ReadonlySet<string> = new Set(['created', 'updated', 'deleted']);

const DOUBTS = { none: undefined, unknown: 'perhaps', made: 'in part' } as const;

function listOf(changes: readonly DeployedChange[]): string {
  const named = changes.map(({ kind, name, action, failure }) => {
    const what = failure ? DOUBTS[failure.effect] : CHANGED.has(action) && action;
    return `${kind} "${excerpt(name, [], 100)}"${what ? ` (${what})` : ''}`;
  });
  return listSome(named, MAX_LISTED);
}

function lineOf({ kind, name, failure, reason }: DeployedChange): string {
  const { message = '', hint = '' } = failure ?? {};
  const why = excerpt((reason ?? message).replace(/\.$/, ''), [], 300);
  const text = `The ${kind} "${excerpt(name, [], 100)}": ${why}.`;
  return `${text} ${excerpt(hint, [], 200)}`.trim();
}
