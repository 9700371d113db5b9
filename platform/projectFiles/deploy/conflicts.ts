import { PlatformError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import type { Step } from '../plan/steps';

/** What is done about a target that somebody else changes while files are deployed to it. */

/** Somebody has changed what an approved plan is about: nothing more of it is begun. */
export class ChangedSinceApprovalError extends PlatformError {
  /** @param how what differs of it now, in a sentence */
  constructor(
    readonly step: Step,
    how: string,
  ) {
    const { kind, name } = step;
    super(`The ${kind} "${excerpt(name)}" was changed on the target after the plan was approved`, {
      hint: `${how} This deploy did not change it and started nothing more. Run the plan again, and have the rest approved.`,
      code: 'NOT_ALLOWED',
    });
  }
}

/** Two deploys have created the same at the same time. Which of both is needed, only people know: nothing is deleted. */
export class CreatedTwiceError extends PlatformError {
  /** @param own the ID of what this deploy made; @param others the IDs of what else has the name by now */
  constructor({ kind, name }: Step, own: string, others: readonly string[]) {
    const ids = others.map((id) => excerpt(id)).join(', ');
    super(`Another deploy is running on this target: both created the ${kind} "${excerpt(name)}"`, {
      hint: `This deploy created ${excerpt(own)}, the other one ${ids}. Neither was deleted. When the other deploy has ended, delete one of them, and then deploy again.`,
      effect: 'made',
      code: 'NOT_ALLOWED',
    });
  }
}

/** @param failure why it could not be created */
export function createdByOtherDeploy({ kind, name }: Step, failure: PlatformError): PlatformError {
  return new PlatformError(
    `Another deploy is running on this target: it created the ${kind} "${excerpt(name)}" first`,
    {
      hint: `Deploy again when it has ended. What is already in place is not changed. (${failure.message})`,
      code: 'NOT_ALLOWED',
      cause: failure,
    },
  );
}
