import { changeOperation } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';
import type { ProjectsOperation } from '../resources/types';
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
    async change({ client: { api, platform }, options }, runId) {
      const kind = side.kind(api);
      const run = await api.stopRun(platform.projects, kind, runId, options);
      return { json: runOutput(kind, run) };
    },
  });
