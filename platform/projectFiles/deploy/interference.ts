import { PartlyDoneError, PlatformError } from '../../errors';
import { excerpt } from '../../text';

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
    super(
      `The ${kind} "${excerpt(name)}" was changed on the target after the plan had been approved`,
      {
        hint: `${how} This deploy left it as it is and began nothing more. Plan again, and have the rest approved.`,
        reach: 'never',
        code: 'NOT_ALLOWED',
      },
    );
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
    super(
      `Another deploy is at work on this target: both have created the ${kind} "${excerpt(name)}"`,
      {
        hint: `This one created ${excerpt(own)}, the other one ${ids}. Neither was deleted. When the other one has ended, delete one of them, then deploy again.`,
        reach: 'answered',
        code: 'NOT_ALLOWED',
      },
    );
  }
}

/** @param failure why it could not be created */
export function madeByAnother({ kind, name }: Thing, failure: PlatformError): PlatformError {
  return new PlatformError(
    `Another deploy is at work on this target: it has created the ${kind} "${excerpt(name)}" in the meantime`,
    {
      hint: `Deploy again when it has ended: what is in place already stays as it is. (${failure.message})`,
      reach: 'answered',
      code: 'NOT_ALLOWED',
      cause: failure,
    },
  );
}

export const ANOTHER_IS_AT_WORK = 'another deploy is at work on this target';
export const TARGET_WAS_CHANGED = 'the target was changed after the plan had been approved';

export const VERSIONS_OF_OTHERS =
  'It got more than this one new version: another deploy, or somebody, was at work on it at the same time.';

export const GONE_MEANWHILE = 'While this was deployed, somebody else deleted it.';

/** @param fields what else is there by now than when it was planned */
export function changedMeanwhile(fields: readonly string[]): string {
  return `While this was deployed, somebody else changed it: ${fields.join(', ')}.`;
}
