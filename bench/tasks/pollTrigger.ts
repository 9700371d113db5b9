import { projectId } from '../server/world';
import { BareClient } from '../sides/bare';
import { askEachJob } from '../sides/askEachJob';
import { platformLogin } from '../sides/ours';
import { atMost, timesAsFast, timesLess } from './goals';
import type { Side, Task } from '../task';

const JOBS = 1000;
const NEWEST_RUNS = 5;
/** As many as this package takes. */
const CONNECTIONS = 1;
const newestRuns = `instances(limit: ${NEWEST_RUNS}) { id status startTime endTime }`;

/** A poll in the life of an active workflow: one came before it. */
const ours: Side = async (place) => {
  const { pollNode } = await import('../../harness/engine/poll');
  const question = {
    type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
    parameters: {
      resource: 'job',
      projectId: { __rl: true, mode: 'id', value: projectId(0) },
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

/** The newest runs of each job, as a workflow with a schedule would ask for them. */
const httpRequest = askEachJob(newestRuns);

/** The same question over a connection that is open already, asked and read. */
const bare: Side = async (place) => {
  const client = new BareClient(place, CONNECTIONS);
  await client.logIn();
  return {
    async run() {
      await client.graphql(
        `query { project(id: "${projectId(0)}") { id jobs { id name ${newestRuns} } } }`,
      );
    },
  };
};

export const pollTrigger: Task = {
  name: 'poll-trigger',
  title: `One poll of a trigger over ${JOBS} jobs`,
  amount: JOBS,
  warmUpAmount: 50,
  world: { projects: 1, jobsAProject: JOBS, runs: JOBS, runSeconds: 3600 },
  latenciesMs: [0, 20],
  sides: { ours, httpRequest, bare },
  goals: [
    atMost('requests', 2, 20),
    timesLess('requests', 'httpRequest', 100, 20),
    timesAsFast('httpRequest', 1, 20),
  ],
};
