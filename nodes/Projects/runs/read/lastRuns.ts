import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { buildOptionsField } from '../../../shared/parameters/collections';
import type { ItemCall } from '../../../shared/operation/operation';
import { takeUpToLimit } from '../../../shared/items/paging';
import type { Runnable } from '../runnable';

const DAY_MS = 86_400_000;

export const buildLastRunOptions = (
  plural: string,
  more: INodeProperties[] = [],
): INodeProperties =>
  buildOptionsField('Additional data and filters', [
    ...more,
    {
      displayName: 'Last Run',
      name: 'lastRun',
      type: 'boolean',
      default: true,
      description: `Whether to add the last run to each of the ${plural}, as "lastRun". It is null for ${plural} that have never run.`,
    },
    {
      displayName: 'Not Run Since (Days)',
      name: 'notRunSinceDays',
      type: 'number',
      default: 30,
      typeOptions: { minValue: 0 },
      description: `Return only ${plural} without a run in this number of days, including ${plural} that have never run. Without this option, all ${plural} are returned.`,
    },
  ]);

/**
 * Reads the options of an item. Call this before the list is read, so that invalid options are reported first.
 * @returns function that filters entries, limits their number, and adds their last runs
 */
export function prepareLastRuns(call: ItemCall<PlatformClient>, runnable: Runnable) {
  const { client, options, parameters } = call;
  const addsLastRuns = parameters.boolean('options.lastRun');
  const days = parameters.isGiven('options.notRunSinceDays')
    ? parameters.number('options.notRunSinceDays')
    : undefined;
  const runs = runnable.runs(client);
  const readLastRuns = async (entries: ReadonlyArray<{ id: string }>) =>
    await runs.readLastRuns(
      entries.map(({ id }) => id),
      options,
    );

  return async <Entry extends { id: string }>(entries: readonly Entry[]) => {
    let listed: readonly Entry[] = entries;
    let lastRuns = days === undefined ? undefined : await readLastRuns(entries);
    if (days !== undefined) {
      const sinceMs = Date.now() - days * DAY_MS;
      listed = entries.filter(({ id }) => runs.hasNotRunSince(lastRuns?.get(id) ?? null, sinceMs));
    }
    const limited = takeUpToLimit(call, listed);
    if (!addsLastRuns) return limited;
    lastRuns ??= await readLastRuns(limited);
    return limited.map((entry) => ({ ...entry, lastRun: lastRuns.get(entry.id) ?? null }));
  };
}
