import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation/operation';
import { showHints } from '../../../shared/operation/hints';
import { pagingFields, readLimit } from '../../../shared/items/paging';
import { runOutput } from './output';
import type { Runnable } from '../runnable';

/** Lists the runs of a job or pipeline. */
export const getAllOf = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'getAll',
  name: 'Get Many',
  action: `Get many ${runnable.noun} runs`,
  description: `Get many runs of a ${runnable.noun}, newest first`,
  fields: [...runnable.picker, ...pagingFields],

  async run(call) {
    const { client, execution, parameters, options } = call;
    const { kind } = runnable;
    const limit = readLimit(parameters);
    const parentId = runnable.readParentId(call);
    const { list, mostListed } = runnable.runs(client);
    const runs = await list(parentId, limit, options);
    if (runs.length === mostListed && limit > mostListed) {
      const message = `Only the newest ${mostListed} runs of the ${runnable.noun} ${parentId} were read`;
      showHints(execution, { message, location: 'outputPane' });
    }
    return runs.map((run) => ({ json: runOutput(kind, run) }));
  },
});
