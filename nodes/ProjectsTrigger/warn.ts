import type { IPollFunctions } from 'n8n-workflow';
import { listFirst } from '../../platform/common/text/amounts';
import { excerpt } from '../../platform/common/text/text';

const MAX_NAMES = 10;

/** Logs a warning, if there are names, because a poll has no output at which n8n could show a hint. */
export function warn(
  poll: IPollFunctions,
  message: string,
  names: readonly string[],
  advice = '',
): void {
  if (names.length === 0) return;
  const nameList = listFirst(
    names.map((name) => excerpt(name)),
    MAX_NAMES,
  );
  poll.logger.warn(`${poll.getNode().name}: ${message} ${nameList}${advice}`);
}
