import type { ProjectsOperation } from '../resources/types';
import { runOutput } from './output';
import { readRunId, runIdField } from './runId';
import type { RunSide } from './side';

/** Reads one run. */
export const get = (side: RunSide): ProjectsOperation => ({
  value: 'get',
  name: 'Get',
  action: `Get ${side.noun} run`,
  description: `Get a run of a ${side.noun} with its status`,
  fields: [runIdField],

  async run(call) {
    const { api, platform } = call.client;
    const kind = side.kind(api);
    const run = await api.getRun(platform.projects, kind, readRunId(call), call.options);
    return { json: runOutput(kind, run) };
  },
});
