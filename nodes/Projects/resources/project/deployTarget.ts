import type { PlatformClient } from '../../../../platform/client';
import { InvalidInputError } from '../../../../platform/errors/errors';
import type { Target as DeployTarget } from '../../../../platform/projectFiles/target/target';
import type { ItemCall } from '../../../shared/operation/operation';

export function readTarget({ parameters }: ItemCall<PlatformClient>): DeployTarget {
  if (parameters.choice('target') === 'newProject') {
    return { name: parameters.text('name') };
  }
  return { projectId: parameters.locator('projectId') };
}

/** The name of the file that says what the target has of its own. */
export function readTargetFile({ parameters }: ItemCall<PlatformClient>): string | undefined {
  return parameters.text('options.targetFile').trim() || undefined;
}

/** The files of all items are one project, so they go to one place. */
export function requireSameTarget(
  first: ItemCall<PlatformClient>,
  other: ItemCall<PlatformClient>,
): void {
  const [target, another] = [nameOf(first), nameOf(other)];
  if (target === another) return;
  throw new InvalidInputError(
    `Item 0 has the target "${target}", but item ${other.itemIndex} has the target "${another}"`,
    'The files of all items belong to one project, so choose one target. To deploy several projects at once, set "Source" to "ZIP File".',
  );
}

function nameOf(call: ItemCall<PlatformClient>): string {
  const target = readTarget(call);
  const name = String('name' in target ? target.name : target.projectId);
  const file = readTargetFile(call);
  return file === undefined ? name : `${name} (${file})`;
}
