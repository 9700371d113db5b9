import type { Place } from '../server/platform';
import { expectItems, runInEngine } from './engine';
import type { Look } from './waitLoop';

export interface RunSeen {
  id: string;
  status: string;
}

export const runQuery = (id: string) => `query { jobInstance(id: "${id}") { id status } }`;

/** Looks at runs with one HTTP Request node and gives back those that go on. */
export async function runsByHttpRequest(place: Place): Promise<Look> {
  const nodes = await import('./n8nNodes');
  await nodes.loadN8nNodes();
  const expression = `'${runQuery("' + $json.runId + '")}'`;
  const node = nodes.graphqlByHttpRequest(place, expression, nodes.withToken(place.token));
  return async (ids) => {
    const items = ids.map((id) => ({ runId: id }));
    const looks = await runInEngine(node, {}, items);
    expectItems(looks, ids.length);
    return looks
      .map(({ json }) => (json.data as { jobInstance: RunSeen }).jobInstance)
      .filter(({ status }) => status === 'RUNNING')
      .map(({ id }) => id);
  };
}
