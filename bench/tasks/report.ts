import { projectId } from '../server/world';
import { askEachJob } from '../sides/askEachJob';
import { expectItems, runInEngine } from '../sides/engine';
import { platformLogin, PROJECTS_NODE } from '../sides/ours';
import { atMost, timesLess } from './goals';
import type { Side, Task } from '../task';

const JOBS = 1000;
/** Of the last day, as of the day before. */
const RUNS_A_JOB = 100;
const runs = `instances(limit: ${2 * RUNS_A_JOB}) { id status startTime endTime }`;

/** The figures of all runs of a day beside those of the day before, and the page. */
const ours: Side = async (place) => ({
  async run() {
    const parameters = {
      resource: 'project',
      operation: 'getReport',
      projectId: { __rl: true, mode: 'id', value: projectId(0) },
      resources: 'jobs',
      output: 'page',
    };
    const items = await runInEngine({ type: PROJECTS_NODE, parameters }, platformLogin(place), [
      {},
    ]);
    expectItems(items, 1);
    const { runs: counted } = items[0]?.json ?? {};
    if (Number(counted) % RUNS_A_JOB !== 0) throw new Error(`${String(counted)} runs were counted`);
  },
});

/** The runs of each job, as a workflow would ask for them; it has yet to count them, and has no waits and no page. */
const httpRequest = askEachJob(`name ${runs}`);

export const report: Task = {
  name: 'report',
  title: `A report of ${JOBS} jobs with ${RUNS_A_JOB} runs each, and as many in the day before`,
  amount: JOBS,
  warmUpAmount: 50,
  world: { projects: 1, jobsAProject: JOBS, dailyRunsAJob: RUNS_A_JOB },
  warmUpWorld: { projects: 1, jobsAProject: 50, dailyRunsAJob: RUNS_A_JOB },
  latenciesMs: [0, 20],
  sides: { ours, httpRequest },
  goals: [
    atMost('requests', 30, 20),
    timesLess('requests', 'httpRequest', 30, 20),
    atMost('grownMiB', 300, 20),
  ],
};
