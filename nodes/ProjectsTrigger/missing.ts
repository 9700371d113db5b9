import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';

/** What was chosen and is gone, once. A poll has no place for hints but n8n's log. */
export function warnOfMissing(
  poll: IPollFunctions,
  noun: string,
  missing: readonly string[],
  known: readonly string[] = [],
): void {
  const added = missing.filter((id) => !known.includes(id));
  if (added.length === 0) return;
  const { name } = poll.getNode();
  poll.logger.warn(
    `${name}: the platform has no ${noun} ${added.join(', ')}. The others are watched. Remove it from the node, or check the credential.`,
  );
}

/** "Fetch Test Event" found nothing. @param noun what is watched, as "job" */
export function noMatchingEvent(
  poll: IPollFunctions,
  noun: string,
  names: readonly string[],
): NodeOperationError {
  return new NodeOperationError(poll.getNode(), 'No matching event was found', {
    description: `The watched ${noun}s had none of these events recently: ${names.join(', ')}. Run one, or choose more events, and then fetch again.`,
  });
}
