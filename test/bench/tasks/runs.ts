import { setTimeout as sleep } from 'node:timers/promises';
import { byId } from '../../support/ids';
import { indexes, jobId, projectId, runId, type Place } from '../server/platform';
import { BareClient } from '../sides/bare';
import { byNode, eachByHttpRequest, eachByOurs, projectsNode, runInEngine } from '../sides/engine';
import { graphqlByHttpRequest } from '../sides/n8nNodes';
import {
  atMost,
  fasterThanHttpRequest,
  growing,
  littleMemory,
  timesAsLong,
  timesLess,
} from '../goals';
import { atLatencies, type Side, type Task } from '../task';

const RUN_SECONDS = 5;
const LOOK_EVERY_MS = 1000;

const looks = {
  key: 'runId',
  id: runId,
  document: (id: string) => `query { jobInstance(id: "${id}") { id status } }`,
};

/** Loops as a workflow does: waits, polls each run with an HTTP Request node, and keeps runs that have not ended. */
async function loopUntilEnded(place: Place, ids: string[]): Promise<void> {
  const node = graphqlByHttpRequest(place, looks);
  let open = ids;
  while (open.length > 0) {
    await sleep(LOOK_EVERY_MS);
    const items = open.map((id) => ({ runId: id }));
    const seen = await runInEngine(node, items, open.length);
    open = seen.flatMap(({ json }) => {
      const { jobInstance } = json.data as { jobInstance: { id: string; status: string } };
      return jobInstance.status === 'RUNNING' ? jobInstance.id : [];
    });
  }
}

const wait = {
  resource: 'jobRun',
  operation: 'wait',
  runId: '={{ $json.runId }}',
  options: { pollInterval: LOOK_EVERY_MS / 1000 },
};

const world = (amount: number, runSeconds: number) => ({
  projects: 1,
  jobsAProject: amount,
  runs: amount,
  runSeconds,
});

const waits = {
  world: (amount: number) => world(amount, RUN_SECONDS),
  warmUpWorld: { runSeconds: 0 },
};

export const waitForRuns: Task = {
  ...waits,
  name: 'wait-for-runs',
  title: `Wait for 500 runs of ${RUN_SECONDS} s, polling every second`,
  cases: atLatencies(500, 20),
  warmUpAmount: 5,
  sides: {
    ours: eachByOurs(looks, wait),
    httpRequest: async (place, amount) => ({
      run: () => loopUntilEnded(place, indexes(amount).map(runId)),
    }),
  },
  goals: [
    timesLess('requests', 'httpRequest', 40, 20),
    atMost('logins', 1, 20),
    ...littleMemory(20),
  ],
};

/** Executions in one process, as in a worker. Each waits for another run. */
const executions =
  (execute: (place: Place, id: string) => Promise<unknown>): Side =>
  async (place, amount) => ({
    async run() {
      await Promise.all(indexes(amount).map((index) => execute(place, runId(index))));
    },
  });

export const growingWaits: Task = {
  ...waits,
  name: 'grow-waiting',
  title: `Executions that wait at the same time, each for a run of ${RUN_SECONDS} s, polling every second`,
  ...growing('executions', 20, 30, 100, 300),
  warmUpAmount: 2,
  sides: {
    ours: executions((place, id) => runInEngine(projectsNode(place, wait), [{ runId: id }], 1)),
    httpRequest: executions((place, id) => loopUntilEnded(place, [id])),
  },
};

export const growingItems: Task = {
  name: 'grow-items',
  title: 'Items through one node: Get of a run',
  ...growing('items', 20, 200, 2000, 20_000),
  warmUpAmount: 20,
  world: (amount) => world(amount, 3600),
  sides: {
    ours: eachByOurs(looks, { resource: 'jobRun', operation: 'get', runId: '={{ $json.runId }}' }),
    httpRequest: eachByHttpRequest(looks),
  },
  maxForHttpRequest: 2000,
};

export const growingLog: Task = {
  name: 'grow-log',
  title: 'Read the log of a run',
  ...growing('lines', 20, 1000, 10_000, 100_000),
  warmUpAmount: 1000,
  world: (amount) => ({ ...world(1, 0), logLines: amount }),
  sides: {
    ours: byNode((place) => ({
      ...projectsNode(place, {
        resource: 'jobRun',
        operation: 'getLogs',
        runId: runId(0),
        lines: 'all',
      }),
      items: [{}],
    })),
  },
};

const newestRuns = 'instances(limit: 5) { id status startTime endTime }';

/** The first poll of a workflow is not measured. */
const pollByOurs: Side = async (place) => {
  const { pollNode } = await import('../../support/engine/poll');
  const question = {
    type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
    parameters: {
      ids: ['jobs'],
      projectId: byId(projectId(0)),
      events: ['runStarted', 'runSucceeded', 'runFailed', 'runStopped'],
    },
    credentials: { dataPlatformApi: place.credentials },
  };
  const { staticData } = await pollNode(question);
  return {
    async run() {
      await pollNode({ ...question, staticData });
    },
  };
};

/** The fields of runs that our poll requests. */
const polledRuns = `instances(limit: 5) {
  id number startTime endTime runTrigger { triggerType ... on AuthoredTrigger { author } }
  history { currentStatus { status details reason recordAt } }
}`;

/** Sends the same query over an open connection. */
const pollByLoop: Side = async (place) => {
  const client = new BareClient(place, 1);
  await client.logIn();
  const query = `query {
    jobs(projectId: "${projectId(0)}") { id name project { id name } ${polledRuns} }
  }`;
  return {
    async run() {
      await client.graphql(query);
    },
  };
};

const pollTask = (jobs: number): Task => ({
  name: `poll-${jobs}`,
  title: `One poll of a trigger over ${jobs} jobs`,
  cases: atLatencies(jobs, 0, 20),
  warmUpAmount: 50,
  world: (amount) => world(amount, 3600),
  sides: {
    ours: pollByOurs,
    // A workflow with a schedule would request the newest runs of each job.
    httpRequest: eachByHttpRequest({
      key: 'jobId',
      id: jobId,
      document: (id) => `query { job(id: "${id}") { id ${newestRuns} } }`,
    }),
    bare: pollByLoop,
  },
  goals: [
    ...fasterThanHttpRequest(0, 20),
    timesAsLong('bare', 1.5, 0),
    timesAsLong('bare', 1.5, 20),
    atMost('requests', 1, 20),
    ...littleMemory(20),
  ],
});

export const pollTrigger = pollTask(1000);
export const pollLargeTrigger = pollTask(5000);
