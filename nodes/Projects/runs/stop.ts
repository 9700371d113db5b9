import { changeOperation } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';
import type { ProjectsOperation } from '../resources/types';
import { namesOf } from './names';
import { runOutput } from './output';
import { readRunId, runFields } from './runId';
import type { RunSide } from './side';

/** Asks the platform to stop a run. */
export const stop = (side: RunSide): ProjectsOperation =>
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
      const { api, platform } = client;
      const kind = side.kind(api);
      const run = await api.stopRun(platform.projects, kind, runId, options, mayHaveBeenMade);
      return { json: runOutput(kind, run, await namesOf(call, side, run[kind.parentId])) };
    },
  });
