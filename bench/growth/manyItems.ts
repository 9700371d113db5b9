import { runId } from '../server/world';
import { expectItems, runInEngine } from '../sides/engine';
import { platformLogin, PROJECTS_NODE } from '../sides/ours';
import { runsByHttpRequest } from '../sides/runsByHttpRequest';
import type { Side } from '../task';
import type { GrowthTask } from './growthTask';

const MOST_FOR_HTTP_REQUEST = 2000;

const ids = (amount: number) => Array.from({ length: amount }, (_, index) => runId(index));

const ours: Side = async (place, amount) => {
  const items = ids(amount).map((id) => ({ runId: id }));
  const node = {
    type: PROJECTS_NODE,
    parameters: { resource: 'jobRun', operation: 'get', runId: '={{ $json.runId }}' },
  };
  return {
    async run() {
      expectItems(await runInEngine(node, platformLogin(place), items), amount);
    },
  };
};

const httpRequest: Side = async (place, amount) => {
  const look = await runsByHttpRequest(place);
  return {
    async run() {
      await look(ids(amount));
    },
  };
};

export const manyItems: GrowthTask = {
  name: 'grow-items',
  title: 'Items through one node: Get of a run',
  unit: 'items',
  sizes: [200, 2000, 20_000],
  latencyMs: 20,
  work: (size) => ({
    warmUpAmount: 20,
    world: { projects: 1, jobsAProject: size, runs: size, runSeconds: 3600 },
    sides: { ours, ...(size <= MOST_FOR_HTTP_REQUEST && { httpRequest }) },
  }),
};
