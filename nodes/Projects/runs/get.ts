import type { PlatformClient } from '../../../platform/client';
import type { Operation } from '../../shared/operation';
import { namesOf } from './names';
import { runOutput } from './output';
import { readRunId, runFields } from './runId';
import type { RunSide } from './side';

/** Reads one run. */
export const get = (side: RunSide): Operation<PlatformClient> => ({
  value: 'get',
  name: 'Get',
  action: `Get ${side.noun} run`,
  description: `Get a run of a ${side.noun} with its status`,
  fields: runFields(side),

  async run(call) {
    const { kind } = side;
    const run = await side.runs(call.client).get(readRunId(call), call.options);
    return { json: runOutput(kind, run, await namesOf(call, side, run[kind.parentId])) };
  },
});
