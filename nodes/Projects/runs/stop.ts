import type { PlatformClient } from '../../../platform/client';
import { changeOperation, type Operation } from '../../shared/operation';
import { namesOf } from './names';
import { runOutput } from './output';
import { readRunId, runFields } from './runId';
import type { RunSide } from './side';

/** Asks the platform to stop a run. */
export const stop = (side: RunSide): Operation<PlatformClient> =>
  changeOperation<PlatformClient, string>({
    value: 'stop',
    name: 'Stop',
    action: `Stop ${side.noun} run`,
    description: `Stop a run of a ${side.noun}; one that has ended stays as it is`,
    fields: runFields(side),
    isRepeatable: true,

    read: readRunId,
    async change(call, runId) {
      const { client, options, mayHaveBeenMade } = call;
      const { kind } = side;
      const run = await side.runs(client).stop(runId, options, mayHaveBeenMade);
      return { json: runOutput(kind, run, await namesOf(call, side, run[kind.parentId])) };
    },
  });
