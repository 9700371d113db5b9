import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { optionsField } from '../../../shared/parameters/collections';
import type { ItemCall } from '../../../shared/operation/operation';
import { upToLimit } from '../../../shared/items/paging';
import type { Runnable } from '../runnable';

const DAY_MS = 86_400_000;

/** Options of the lists of jobs and pipelines. */
export const lastRunOptions = (plural: string, more: INodeProperties[] = []): INodeProperties =>
  optionsField('Additional data and filters', [
    ...more,
    {
      displayName: 'Last Run',
      name: 'lastRun',
      type: 'boolean',
      default: true,
      description: `Whether to add the last run of each of the ${plural} as "lastRun", which is null if there is none`,
    },
    {
      displayName: 'Not Run Since (Days)',
      name: 'notRunSinceDays',
      type: 'number',
      default: 30,
      typeOptions: { minValue: 0 },
      description: `Return only ${plural} without a run in this number of days. Those that have never run are included.`,
    },
  ]);

/**
 * As many entries of a list as an item wants, with their last runs where its options say so. To be called before the list
 * is read: what the platform lacks is told before anything is sent.
 */
export async function prepareLastRuns(call: ItemCall<PlatformClient>, runnable: Runnable) {
  const { client, options, parameters } = call;
  const isWanted = parameters.boolean('options.lastRun');
  const days = parameters.isGiven('options.notRunSinceDays')
    ? parameters.number('options.notRunSinceDays')
    : undefined;
  const runs = runnable.runs(client);
  if (isWanted || days !== undefined) await runs.requireLastRuns(options);

  return async <Entry extends { id: string }>(entries: readonly Entry[]) => {
    const upTo = <Some>(some: readonly Some[]) => upToLimit(call, some);
    const idsOf = (some: readonly Entry[]) => some.map(({ id }) => id);
    if (days === undefined) {
      const listed = upTo(entries);
      if (!isWanted) return listed;
      const last = await runs.lastRuns(idsOf(listed), options);
      return listed.map((entry) => ({ ...entry, lastRun: last.get(entry.id) ?? null }));
    }
    const sinceMs = Date.now() - days * DAY_MS;
    const last = await runs.lastRuns(idsOf(entries), options);
    const idle = entries.filter(({ id }) => runs.hasNotRunSince(last.get(id) ?? null, sinceMs));
    return upTo(idle).map((entry) =>
      isWanted ? { ...entry, lastRun: last.get(entry.id) ?? null } : entry,
    );
  };
}
