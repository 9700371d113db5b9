import { jobId } from '../server/world';
import type { Side } from '../task';
import { expectItems, runInEngine } from './engine';

/** HTTP Request asks for fields of each job, as a workflow would: an item a job. @param fields to select */
export function askEachJob(fields: string): Side {
  return async (place, amount) => {
    const nodes = await import('./n8nNodes');
    await nodes.loadN8nNodes();
    const query = `query { job(id: "' + $json.jobId + '") { id ${fields} } }`;
    const node = nodes.graphqlByHttpRequest(place, `'${query}'`, nodes.withToken(place.token));
    const items = Array.from({ length: amount }, (_, index) => ({ jobId: jobId(index) }));
    return {
      async run() {
        expectItems(await runInEngine(node, {}, items), amount);
      },
    };
  };
}
