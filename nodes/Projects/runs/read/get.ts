import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation/operation';
import { namesOf } from './names';
import { runOutput } from './output';
import { readRunId, runFields } from './runId';
import { PIPELINE, type Runnable } from '../runnable';
import { readTimelineOptions, timelineOptions, timelineOf } from './timeline';

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
