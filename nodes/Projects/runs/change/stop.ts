import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type Operation } from '../../../shared/operation/operation';
import { namesOf } from '../read/names';
import { runOutput } from '../read/output';
import { readRunId, runFields } from '../read/runId';
import type { Runnable } from '../runnable';

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
