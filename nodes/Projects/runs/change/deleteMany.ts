import type { PlatformClient } from '../../../../platform/client';
import type { RunsToDelete } from '../../../../platform/runs/change/deleteRuns';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';

/** Deletes runs of a job or pipeline that have ended. */
export const deleteManyOf = (runnable: Runnable) =>
  changeOperation({
    isRepeatable: true,
    value: 'deleteMany',
    name: 'Delete Many',
    action: `Delete many ${runnable.noun} runs`,
    description: `Delete finished runs of a ${runnable.noun} permanently. Use "Dry Run" to count them first.`,
    fields: [
      ...runnable.picker,
      {
        displayName: 'Older Than (Days)',
        name: 'olderThanDays',
        type: 'number',
        typeOptions: { minValue: 0 },
        default: 30,
        description:
          'Delete only runs that ended more than this number of days ago. Use 0 for runs of any age.',
      },
      {
        displayName: 'Outcomes',
        name: 'outcomes',
        type: 'multiOptions',
        default: [],
        description:
          'Delete only runs with these outcomes. If none is chosen, runs with any outcome are deleted.',
        options: [
          { name: 'Failed', value: 'failed' },
          { name: 'Skipped', value: 'skipped' },
          { name: 'Stopped', value: 'stopped' },
          { name: 'Succeeded', value: 'succeeded' },
        ],
      },
      {
        displayName: 'Keep Last',
        name: 'keepLast',
        type: 'number',
        typeOptions: { minValue: 0 },
        default: 10,
        description: 'Number of newest runs to always keep',
      },
      {
        displayName: 'Dry Run',
        name: 'dryRun',
        type: 'boolean',
        default: true,
        description: 'Whether to count the runs without deleting them',
      },
    ],

    async read(call: ItemCall<PlatformClient>) {
      const { client, parameters, options } = call;
      const { kind } = runnable;
      const parentId = runnable.readParentId(call);
      const which: RunsToDelete = {
        olderThanDays: parameters.number('olderThanDays'),
        outcomes: parameters.choices('outcomes'),
        keepLast: parameters.number('keepLast'),
      };
      const dryRun = parameters.boolean('dryRun');
      const deleteRuns = await runnable
        .runs(client)
        .prepareDelete(parentId, which, dryRun, options);
      return { deleteRuns, dryRun, parent: { [kind.parentId]: parentId } };
    },

    // A dry run is another one each time.
    isRead: ({ dryRun }) => dryRun,

    async change(_call, { deleteRuns, dryRun, parent }) {
      return { json: { ...parent, ...(await deleteRuns()), dryRun } };
    },
  });
