import type { ProjectsOperation } from '../resources/types';
import { startOf } from './memory';
import type { RunSide } from './side';

/** Starts a run and goes on. */
export const run = (side: RunSide): ProjectsOperation => ({
  value: 'run',
  name: 'Run',
  action: `Run ${side.noun}`,
  description: `Start a run of a ${side.noun} and go on without waiting for its end`,
  fields: side.parentFields,

  async run(call) {
    const { api, platform } = call.client;
    const parentId = side.readParentId(call);
    const { id, status } = await startOf(call, side, parentId).started(platform.projects, {
      signal: call.signal,
    });
    return { json: { id, status, [side.kind(api).parentId]: parentId } };
  },
});
