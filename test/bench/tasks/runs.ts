import { setTimeout as sleep } from 'node:timers/promises';
import { indexes, jobId, projectId, runId, type Place } from '../server/platform';
import { BareClient } from '../sides/bare';
import { eachByHttpRequest, items } from '../sides/eachItem';
import {
  byId,
  byNode,
  expectItems,
  loadN8nNodes,
  platformLogin,
  projectsNode,
  runInEngine,
} from '../sides/engine';
import { atMost, GROWTH_GOALS, sameConnections, timesAsFast, timesLess } from '../goals';
import { atLatencies, inSizes, type Side, type Task } from '../task';

const RUN_SECONDS = 5;
const LOOK_EVERY_MS = 1000;

interface RunSeen {
  id: string;
  status: string;
}

const looks = {
  key: 'runId',
  id: runId,
  document: (id: string) => `query { jobInstance(id: "${id}") { id status } }`,
};

/** Looks at runs and returns those that go on. */
type Look = (ids: string[]) => Promise<string[]>;

/** What a workflow's loop does: wait, look at each run that is still going on, keep those that have not ended. */
async function loopUntilEnded(ids: string[], look: Look): Promise<void> {
  let open = ids;
  while (open.length > 0) {
    await sleep(LOOK_EVERY_MS);
    open = await look(open);
  }
}

/** Looks with one HTTP Request node. */
async function lookByHttpRequest(place: Place): Promise<Look> {
  const nodes = await loadN8nNodes();
  const query = `{ query: '${looks.document(`' + $json.${looks.key} + '`)}' }`;
  const node = nodes.graphqlByHttpRequest(place, query, nodes.withToken(place.token));
  return async (ids) => {
    const seen = await runInEngine(
      node,
      {},
      ids.map((id) => ({ runId: id })),
    );
    expectItems(seen, ids.length);
    return running(seen.map(({ json }) => (json.data as { jobInstance: RunSeen }).jobInstance));
  };
}

function running(runs: RunSeen[]): string[] {
  return runs.filter(({ status }) => status === 'RUNNING').map(({ id }) => id);
}

/** Waits for the run that each item names. */
const waitNode = projectsNode({
  resource: 'jobRun',
  operation: 'wait',
  runId: '={{ $json.runId }}',
  options: { pollInterval: LOOK_EVERY_MS / 1000 },
});

const waitByLoop: Side = async (place, amount) => {
  const client = new BareClient(place, 6);
  return {
    async run() {
      await client.logIn();
      await loopUntilEnded(indexes(amount).map(runId), async (open) => {
        const seen: RunSeen[] = [];
        await client.loop(open.length, async (index) => {
          const query = looks.document(open[index] ?? '');
          seen.push((await client.graphql<{ jobInstance: RunSeen }>(query)).jobInstance);
        });
        return running(seen);
      });
    },
  };
};

const waits = {
  world: (amount: number) => ({
    projects: 1,
    jobsAProject: amount,
    runs: amount,
    runSeconds: RUN_SECONDS,
  }),
  warmUpWorld: { runSeconds: 0 },
};

export const waitForRuns: Task = {
  ...waits,
  name: 'wait-for-runs',
  title: `Wait for 500 runs of ${RUN_SECONDS} s, polling every second`,
  cases: atLatencies(500, 20),
  warmUpAmount: 5,
  sides: {
    ours: byNode((place, amount) => ({
      node: waitNode,
      credentials: platformLogin(place),
      items: items(looks, amount),
    })),
    httpRequest: async (place, amount) => {
      const look = await lookByHttpRequest(place);
      return { run: () => loopUntilEnded(indexes(amount).map(runId), look) };
    },
    bare: waitByLoop,
  },
  goals: [
    timesLess('requests', 'httpRequest', 50, 20),
    atMost('logins', 1, 20),
    sameConnections(20),
  ],
};

/** Executions of their own in one process, as a worker has them; each waits for another run. */
const executions = (amount: number, execute: (id: string) => Promise<void>) => ({
  async run() {
    await Promise.all(indexes(amount).map((index) => execute(runId(index))));
  },
});

export const growingWaits: Task = {
  ...waits,
  name: 'grow-waiting',
  title: `Executions that wait at the same time, each for a run of ${RUN_SECONDS} s, polling every second`,
  unit: 'executions',
  cases: inSizes(20, 30, 100, 300),
  rounds: 3,
  warmUpAmount: 2,
  sides: {
    ours: async (place, amount) =>
      executions(amount, async (id) => {
        expectItems(await runInEngine(waitNode, platformLogin(place), [{ runId: id }]), 1);
      }),
    httpRequest: async (place, amount) => {
      const look = await lookByHttpRequest(place);
      return executions(amount, (id) => loopUntilEnded([id], look));
    },
  },
  goals: GROWTH_GOALS,
};

export const growingItems: Task = {
  name: 'grow-items',
  title: 'Items through one node: Get of a run',
  unit: 'items',
  cases: inSizes(20, 200, 2000, 20_000),
  rounds: 3,
  warmUpAmount: 20,
  world: (amount) => ({ projects: 1, jobsAProject: amount, runs: amount, runSeconds: 3600 }),
  sides: {
    ours: byNode((place, amount) => ({
      node: projectsNode({ resource: 'jobRun', operation: 'get', runId: '={{ $json.runId }}' }),
      credentials: platformLogin(place),
      items: items(looks, amount),
    })),
    httpRequest: eachByHttpRequest(looks),
  },
  maxForHttpRequest: 2000,
  goals: GROWTH_GOALS,
};

export const growingLog: Task = {
  name: 'grow-log',
  title: 'Read the log of a run',
  unit: 'lines',
  cases: inSizes(20, 1000, 10_000, 100_000),
  rounds: 3,
  warmUpAmount: 1000,
  world: (amount) => ({
    projects: 1,
    jobsAProject: 1,
    runs: 1,
    runSeconds: 0,
    logLines: amount,
  }),
  sides: {
    ours: byNode((place) => ({
      node: projectsNode({
        resource: 'jobRun',
        operation: 'getLogs',
        runId: runId(0),
        lines: 'all',
      }),
      credentials: platformLogin(place),
      items: [{}],
    })),
  },
  goals: GROWTH_GOALS,
};

const newestRuns = 'instances(limit: 5) { id status startTime endTime }';

/** A poll in the life of an active workflow: one came before it. */
const pollByOurs: Side = async (place) => {
  const { pollNode } = await import('../../support/engine/poll');
  const question = {
    type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
    parameters: {
      resource: 'job',
      projectId: byId(projectId(0)),
      events: ['runStarted', 'runSucceeded', 'runFailed', 'runStopped'],
    },
    credentials: platformLogin(place),
  };
  const { staticData } = await pollNode(question);
  return {
    async run() {
      await pollNode({ ...question, staticData });
    },
  };
};

/** The same question over a connection that is open already, asked and read. */
const pollByLoop: Side = async (place) => {
  const client = new BareClient(place, 1);
  await client.logIn();
  const query = `query { project(id: "${projectId(0)}") { id jobs { id name ${newestRuns} } } }`;
  return {
    async run() {
      await client.graphql(query);
    },
  };
};

export const pollTrigger: Task = {
  name: 'poll-trigger',
  title: 'One poll of a trigger over 1000 jobs',
  cases: atLatencies(1000, 0, 20),
  warmUpAmount: 50,
  world: (amount) => ({ projects: 1, jobsAProject: amount, runs: amount, runSeconds: 3600 }),
  sides: {
    ours: pollByOurs,
    // The newest runs of each job, as a workflow with a schedule would ask for them.
    httpRequest: eachByHttpRequest({
      key: 'jobId',
      id: jobId,
      document: (id) => `query { job(id: "${id}") { id ${newestRuns} } }`,
    }),
    bare: pollByLoop,
  },
  goals: [
    atMost('requests', 2, 20),
    timesLess('requests', 'httpRequest', 100, 20),
    timesAsFast('httpRequest', 1, 20),
  ],
};
