import type { PlatformClient } from '../../../platform/client';
import type { Operation } from '../../shared/operation';
import { namesOf } from './names';
import { runOutput } from './output';
import { readRunId, runFields } from './runId';
import type { Runnable } from './runnable';

/** Reads one run. */
export const get = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'get',
  name: 'Get',
  action: `Get ${runnable.noun} run`,
  description: `Get a run of a ${runnable.noun} with its status`,
  fields: runFields(runnable),

  async run(call) {
    const { kind } = runnable;
    const run = await runnable.runs(call.client).get(readRunId(call), call.options);
    return { json: runOutput(kind, run, await namesOf(call, runnable, run[kind.parentId])) };
  },
});
