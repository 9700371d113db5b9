import type { IPollFunctions } from 'n8n-workflow';
import { listFirst } from '../../platform/common/text/amounts';
import { excerpt } from '../../platform/common/text/text';

const MAX_NAMES = 10;

/** A poll has no output for hints, so they go to n8n's log. */
export function warn(
  poll: IPollFunctions,
  message: string,
  names: readonly string[],
  advice = '',
): void {
  if (names.length === 0) return;
  const shown = listFirst(
    names.map((name) => excerpt(name)),
    MAX_NAMES,
  );
  poll.logger.warn(`${poll.getNode().name}: ${message} ${shown}${advice}`);
}
