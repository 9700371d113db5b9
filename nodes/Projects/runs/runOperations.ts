import type { PlatformClient } from '../../../platform/client';
import { changeOperation, type ItemCall, type Operation } from '../../shared/operation/operation';
import { namesOf, runOutput } from './read/runOutput';
import { readRunId, runFields } from './read/runId';
import { PIPELINE, type Runnable } from './runnable';
import { readTimelineOptions, timelineOf, timelineOptions } from './read/timeline';
import { showHints } from '../../shared/operation/hints';
import { pagingFields, readLimit } from '../../shared/items/paging';
import type { RunsToDelete } from '../../../platform/runs/change/deleteRuns';

/** Reads one run. */
export const getOf = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'get',
  name: 'Get',
  action: `Get ${runnable.noun} run`,
  description: `Get a run of a ${runnable.noun} and its status`,
  fields: [...runFields(runnable), ...(runnable === PIPELINE ? [timelineOptions] : [])],

  async run(call) {
    const { kind } = runnable;
    const timeline = runnable === PIPELINE ? readTimelineOptions(call) : undefined;
    const run = await runnable.runs(call.client).get(readRunId(call), call.options);
    const names = await namesOf(call, runnable, run[kind.parentId]);
    const picture = timeline ? await timelineOf(call, { ...run, ...names }, timeline) : {};
    return { json: runOutput(kind, run, names), ...picture };
  },
});

/** Lists the runs of a job or pipeline. */
export const getAllOf = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'getAll',
  name: 'Get Many',
  action: `Get many ${runnable.noun} runs`,
  description: `Get many runs of a ${runnable.noun}, newest first`,
  fields: [...runnable.picker, ...pagingFields],

  async run(call) {
    const { client, execution, parameters, options } = call;
    const { kind } = runnable;
    const limit = readLimit(parameters);
    const parentId = runnable.readParentId(call);
    const { list, mostListed } = runnable.runs(client);
    const runs = await list(parentId, limit, options);
    if (runs.length === mostListed && limit > mostListed) {
      const message = `Only the newest ${mostListed} runs of the ${runnable.noun} ${parentId} were read`;
      showHints(execution, { message, location: 'outputPane' });
    }
    return runs.map((run) => ({ json: runOutput(kind, run) }));
  },
});

/** Asks the platform to stop a run. */
export const stopOf = (runnable: Runnable): Operation<PlatformClient> =>
  changeOperation<PlatformClient, string>({
    value: 'stop',
    name: 'Stop',
    action: `Stop ${runnable.noun} run`,
    description: `Stop a run of a ${runnable.noun}. A run that has already ended is not changed.`,
    fields: runFields(runnable),
    isRepeatable: true,

    read: readRunId,
    async change(call, runId) {
      const { client, options, mayHaveBeenMade } = call;
      const { kind } = runnable;
      const run = await runnable.runs(client).stop(runId, options, mayHaveBeenMade);
      return { json: runOutput(kind, run, await namesOf(call, runnable, run[kind.parentId])) };
    },
  });

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
