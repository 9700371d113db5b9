import { runId } from '../server/world';
import { BareClient } from '../sides/bare';
import { expectItems, runInEngine } from '../sides/engine';
import { platformLogin, waitForRun } from '../sides/ours';
import { runQuery, runsByHttpRequest, type RunSeen } from '../sides/runsByHttpRequest';
import { loopUntilEnded } from '../sides/waitLoop';
import { atMost, sameConnections, timesLess } from './goals';
import type { Side, Task } from '../task';

const RUNS = 500;
const RUN_SECONDS = 5;
const LOOK_EVERY_MS = 1000;
/** As many as this package takes. */
const CONNECTIONS = 6;

const items = (ids: string[]) => ids.map((id) => ({ runId: id }));
const idsOf = (amount: number) => Array.from({ length: amount }, (_, index) => runId(index));

const ours: Side = async (place, amount) => ({
  async run() {
    const node = waitForRun(LOOK_EVERY_MS);
    const runs = await runInEngine(node, platformLogin(place), items(idsOf(amount)));
    expectItems(runs, amount);
  },
});

const httpRequest: Side = async (place, amount) => {
  const look = await runsByHttpRequest(place);
  return { run: () => loopUntilEnded(idsOf(amount), LOOK_EVERY_MS, look) };
};

const bare: Side = async (place, amount) => {
  const client = new BareClient(place, CONNECTIONS);
  return {
    async run() {
      await client.logIn();
      await loopUntilEnded(idsOf(amount), LOOK_EVERY_MS, async (open) => {
        const running: string[] = [];
        await client.loop(open.length, async (index) => {
          const data = await client.graphql<{ jobInstance: RunSeen }>(runQuery(open[index] ?? ''));
          if (data.jobInstance.status === 'RUNNING') running.push(data.jobInstance.id);
        });
        return running;
      });
    },
  };
};

export const waitForRuns: Task = {
  name: 'wait-for-runs',
  title: `Wait for ${RUNS} runs of ${RUN_SECONDS} s, looking every second`,
  amount: RUNS,
  warmUpAmount: 5,
  world: { projects: 1, jobsAProject: RUNS, runs: RUNS, runSeconds: RUN_SECONDS },
  warmUpWorld: { runSeconds: 0 },
  latenciesMs: [20],
  sides: { ours, httpRequest, bare },
  goals: [
    timesLess('requests', 'httpRequest', 50, 20),
    atMost('logins', 1, 20),
    sameConnections(20),
  ],
};
