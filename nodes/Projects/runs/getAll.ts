import { showHints } from '../../shared/hints';
import { pagingFields, readLimit } from '../../shared/paging';
import type { ProjectsOperation } from '../resources/types';
import { runOutput } from './output';
import type { RunSide } from './side';

/** Lists the runs of a job or pipeline. */
export const getAll = (side: RunSide): ProjectsOperation => ({
  value: 'getAll',
  name: 'Get Many',
  action: `Get many ${side.noun} runs`,
  description: `List the runs of a ${side.noun}, newest first`,
  fields: [...side.parentFields, ...pagingFields],

  async run(call) {
    const { client, execution, itemIndex, options } = call;
    const { api, platform } = client;
    const kind = side.kind(api);
    const limit = readLimit(execution, itemIndex);
    const parentId = side.readParentId(call);
    const runs = await api.listRuns(platform.projects, kind, parentId, limit, options);
    if (runs.length === api.MOST_RUNS && limit > api.MOST_RUNS) {
      const message = `Only the newest ${api.MOST_RUNS} runs of the ${side.noun} ${parentId} were read`;
      showHints(execution, { message, location: 'outputPane' });
    }
    return runs.map((run) => ({ json: runOutput(kind, run) }));
  },
});
