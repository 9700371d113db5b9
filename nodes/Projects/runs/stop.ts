import type { ProjectsOperation } from '../resources/types';
import { runOutput } from './output';
import { readRunId, runIdField } from './runId';
import type { RunSide } from './side';

/** Asks the platform to stop a run. */
export const stop = (side: RunSide): ProjectsOperation => ({
  value: 'stop',
  name: 'Stop',
  action: `Stop ${side.noun} run`,
  description: `Stop a run of a ${side.noun}; one that has ended stays as it is`,
  fields: [runIdField],

  async run(call) {
    const { api, platform } = call.client;
    const kind = side.kind(api);
    const run = await api.stopRun(platform.projects, kind, readRunId(call), {
      signal: call.signal,
    });
    return { json: runOutput(kind, run) };
  },
});
