import { PartlyDoneError, PlatformError } from '../../errors/errors';
import { excerpt } from '../../text/text';

/** What is done about a target that somebody else changes while files are deployed to it. */

interface Thing {
  kind: string;
  name: string;
}

/** Somebody has changed what an approved plan is about: nothing more of it is begun. */
export class ChangedSinceApprovalError extends PlatformError {
  constructor(
    readonly thing: Thing,
    how: string,
  ) {
    const { kind, name } = thing;
    super(`The ${kind} "${excerpt(name)}" was changed on the target after the plan was approved`, {
      hint: `${how} This deploy did not change it and started nothing more. Run the plan again, and have the rest approved.`,
      reach: 'never',
      code: 'NOT_ALLOWED',
    });
  }
}

/** @param how what differs of it now, in a sentence */
export function changedSinceApproval(thing: Thing, how: string): ChangedSinceApprovalError {
  return new ChangedSinceApprovalError(thing, how);
}

/** Two deploys have created the same at the same time. Which of both is needed, only people know: nothing is deleted. */
export class MadeTwiceError extends PartlyDoneError {
  /** @param own the ID of what this deploy made; @param others the IDs of what else has the name by now */
  constructor({ kind, name }: Thing, own: string, others: readonly string[]) {
    const ids = others.map((id) => excerpt(id)).join(', ');
    super(`Another deploy is running on this target: both created the ${kind} "${excerpt(name)}"`, {
      hint: `This deploy created ${excerpt(own)}, the other one ${ids}. Neither was deleted. When the other deploy has ended, delete one of them, and then deploy again.`,
      reach: 'answered',
      code: 'NOT_ALLOWED',
    });
  }
}

/** @param failure why it could not be created */
export function madeByAnother({ kind, name }: Thing, failure: PlatformError): PlatformError {
  return new PlatformError(
    `Another deploy is running on this target: it created the ${kind} "${excerpt(name)}" first`,
    {
      hint: `Deploy again when it has ended. What is already in place is not changed. (${failure.message})`,
      reach: 'answered',
      code: 'NOT_ALLOWED',
      cause: failure,
    },
  );
}

export const ANOTHER_IS_AT_WORK = 'another deploy is running on this target';
export const TARGET_WAS_CHANGED = 'the target was changed after the plan was approved';

export const VERSIONS_OF_OTHERS =
  'It has more than one new version. Another deploy or another user changed it at the same time.';

export const GONE_MEANWHILE = 'Someone else deleted it during the deploy.';

/** @param fields what else is there by now than when it was planned */
export function changedMeanwhile(fields: readonly string[]): string {
  return `Someone else changed it during the deploy: ${fields.join(', ')}.`;
}
