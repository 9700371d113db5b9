import { runId } from '../server/world';
import { expectItems, runInEngine } from '../sides/engine';
import { platformLogin, PROJECTS_NODE } from '../sides/ours';
import type { Side } from '../task';
import type { GrowthTask } from './growthTask';

const ours: Side = async (place, amount) => ({
  async run() {
    const node = {
      type: PROJECTS_NODE,
      parameters: {
        resource: 'jobRun',
        operation: 'getLogs',
        runId: runId(0),
        lines: 'all',
      },
    };
    expectItems(await runInEngine(node, platformLogin(place), [{}]), amount);
  },
});

export const longLog: GrowthTask = {
  name: 'grow-log',
  title: 'Read the log of a run',
  unit: 'lines',
  sizes: [1000, 10_000, 100_000],
  latencyMs: 20,
  work: (size) => ({
    warmUpAmount: 1000,
    world: { projects: 1, jobsAProject: 1, runs: 1, runSeconds: 0, logLines: size },
    warmUpWorld: { logLines: 1000 },
    sides: { ours },
  }),
};
