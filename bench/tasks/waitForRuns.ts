import { setTimeout as sleep } from 'node:timers/promises';
import { runId } from '../server/world';
import { BareClient } from '../sides/bare';
import { expectItems, runInEngine } from '../sides/engine';
import { platformLogin, PROJECTS_NODE } from '../sides/ours';
import { atMost, timesLess } from './goals';
import type { Side, Task } from './task';

const RUNS = 500;
const RUN_SECONDS = 5;
const LOOK_EVERY_MS = 1000;
const query = (id: string) => `query { jobInstance(id: "${id}") { id status } }`;

const items = (ids: string[]) => ids.map((id) => ({ runId: id }));
const idsOf = (amount: number) => Array.from({ length: amount }, (_, index) => runId(index));

const ours: Side = async (place, amount) => ({
  async run() {
    const node = {
      type: PROJECTS_NODE,
      parameters: {
        resource: 'jobRun',
        operation: 'wait',
        runId: '={{ $json.runId }}',
        options: { pollInterval: LOOK_EVERY_MS / 1000 },
      },
    };
    const runs = await runInEngine(node, platformLogin(place), items(idsOf(amount)));
    expectItems(runs, amount);
  },
});

/** What a workflow's loop does: wait, look at each run that is still going on, keep those that have not ended. */
async function loop(amount: number, look: (ids: string[]) => Promise<string[]>): Promise<void> {
  let open = idsOf(amount);
  while (open.length > 0) {
    await sleep(LOOK_EVERY_MS);
    open = await look(open);
  }
}

const httpRequest: Side = async (place, amount) => {
  const nodes = await import('../sides/n8nNodes');
  await nodes.loadN8nNodes();
  const expression = `'${query("' + $json.runId + '")}'`;
  const node = nodes.graphqlByHttpRequest(place, expression, nodes.withToken(place.token));
  return {
    run: () =>
      loop(amount, async (open) => {
        const looks = await runInEngine(node, {}, items(open));
        expectItems(looks, open.length);
        return looks
          .map(({ json }) => (json.data as { jobInstance: RunSeen }).jobInstance)
          .filter(({ status }) => status === 'RUNNING')
          .map(({ id }) => id);
      }),
  };
};

const bare: Side = async (place, amount) => {
  const client = new BareClient(place);
  return {
    async run() {
      await client.logIn();
      await loop(amount, async (open) => {
        const running: string[] = [];
        await client.loop(open.length, async (index) => {
          const data = await client.graphql<{ jobInstance: RunSeen }>(query(open[index] ?? ''));
          if (data.jobInstance.status === 'RUNNING') running.push(data.jobInstance.id);
        });
        return running;
      });
    },
  };
};

interface RunSeen {
  id: string;
  status: string;
}

export const waitForRuns: Task = {
  name: 'wait-for-runs',
  title: `Wait for ${RUNS} runs of ${RUN_SECONDS} s, looking every second`,
  amount: RUNS,
  warmUpAmount: 5,
  world: { projects: 1, jobsAProject: RUNS, runs: RUNS, runSeconds: RUN_SECONDS },
  warmUpWorld: { runSeconds: 0 },
  latenciesMs: [20],
  sides: { ours, httpRequest, bare },
  goals: [timesLess('requests', 'httpRequest', 50, 20), atMost('logins', 1, 20)],
};
