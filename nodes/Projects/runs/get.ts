import type { ProjectsOperation } from '../resources/types';
import { namesOf } from './names';
import { runOutput } from './output';
import { readRunId, runFields } from './runId';
import type { RunSide } from './side';

/** Reads one run. */
export const get = (side: RunSide): ProjectsOperation => ({
  value: 'get',
  name: 'Get',
  action: `Get ${side.noun} run`,
  description: `Get a run of a ${side.noun} with its status`,
  fields: runFields(side),

  async run(call) {
    const { api, platform } = call.client;
    const kind = side.kind(api);
    const run = await api.getRun(platform.projects, kind, readRunId(call), call.options);
    return { json: runOutput(kind, run, await namesOf(call, side, run[kind.parentId])) };
  },
});
