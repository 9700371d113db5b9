import type { PlatformClient } from '../../../platform/client';
import type { Operation } from '../../shared/operation';
import { showHints } from '../../shared/hints';
import { pagingFields, readLimit } from '../../shared/paging';
import { runOutput } from './output';
import type { RunSide } from './side';

/** Lists the runs of a job or pipeline. */
export const getAll = (side: RunSide): Operation<PlatformClient> => ({
  value: 'getAll',
  name: 'Get Many',
  action: `Get many ${side.noun} runs`,
  description: `List the runs of a ${side.noun}, newest first`,
  fields: [...side.parentFields, ...pagingFields],

  async run(call) {
    const { client, execution, itemIndex, options } = call;
    const { kind } = side;
    const limit = readLimit(execution, itemIndex);
    const parentId = side.readParentId(call);
    const { list, mostListed } = side.runs(client);
    const runs = await list(parentId, limit, options);
    if (runs.length === mostListed && limit > mostListed) {
      const message = `Only the newest ${mostListed} runs of the ${side.noun} ${parentId} were read`;
      showHints(execution, { message, location: 'outputPane' });
    }
    return runs.map((run) => ({ json: runOutput(kind, run) }));
  },
});
