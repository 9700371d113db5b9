import { runId } from '../server/world';
import { expectItems, runInEngine } from '../sides/engine';
import { platformLogin, waitForRun } from '../sides/ours';
import { runsByHttpRequest } from '../sides/runsByHttpRequest';
import { loopUntilEnded } from '../sides/waitLoop';
import type { Side } from '../task';
import type { GrowthTask } from './growthTask';

const RUN_SECONDS = 5;
const LOOK_EVERY_MS = 1000;

/** Executions of their own in one process, as a worker has them; each waits for another run. */
const ours: Side = async (place, amount) => ({
  async run() {
    const node = waitForRun(LOOK_EVERY_MS);
    const executions = Array.from({ length: amount }, async (_, index) => {
      expectItems(await runInEngine(node, platformLogin(place), [{ runId: runId(index) }]), 1);
    });
    await Promise.all(executions);
  },
});

const httpRequest: Side = async (place, amount) => {
  const look = await runsByHttpRequest(place);
  return {
    async run() {
      const executions = Array.from({ length: amount }, (_, index) =>
        loopUntilEnded([runId(index)], LOOK_EVERY_MS, look),
      );
      await Promise.all(executions);
    },
  };
};

export const awaitingExecutions: GrowthTask = {
  name: 'grow-waiting',
  title: `Executions that wait at the same time, each for a run of ${RUN_SECONDS} s, looking every second`,
  unit: 'executions',
  sizes: [30, 100, 300],
  latencyMs: 20,
  work: (size) => ({
    warmUpAmount: 2,
    world: { projects: 1, jobsAProject: size, runs: size, runSeconds: RUN_SECONDS },
    warmUpWorld: { runSeconds: 0 },
    sides: { ours, httpRequest },
  }),
};
