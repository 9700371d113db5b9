import { projectId } from '../server/world';
import { BareClient } from '../sides/bare';
import { platformLogin } from '../sides/ours';
import { valueOf } from './goals';
import type { Side, Task } from '../task';

const PROJECTS = 200;
const JOBS_A_PROJECT = 25;
const PROJECTS_A_REQUEST = 50;
/** As many as this package takes. */
const CONNECTIONS = 4;
const MOST_MS = 50;

const ours: Side = async (place) => {
  const { searchList } = await import('../../harness/engine/searchList');
  return {
    async run() {
      const { results } = await searchList(
        { method: 'searchJobs', parameters: {}, credentials: platformLogin(place) },
        'job 4999',
      );
      if (results.length !== 1) throw new Error(`${results.length} jobs found instead of one`);
    },
  };
};

/** The same questions, asked and read: what the server and the network take. */
const bare: Side = async (place) => {
  const client = new BareClient(place, CONNECTIONS);
  const jobsOf = (index: number) =>
    `project${index}: jobs(projectId: "${projectId(index)}") { id name technology { id } }`;
  return {
    async run() {
      await client.logIn();
      await client.graphql('query { projects { id name } }');
      await client.loop(PROJECTS / PROJECTS_A_REQUEST, (index) => {
        const start = index * PROJECTS_A_REQUEST;
        const fields = Array.from({ length: PROJECTS_A_REQUEST }, (_, at) => jobsOf(start + at));
        return client.graphql(`query { ${fields.join(' ')} }`);
      });
    },
  };
};

export const searchPicker: Task = {
  name: 'search-picker',
  title: `Search ${PROJECTS * JOBS_A_PROJECT} jobs in a picker`,
  amount: 1,
  warmUpAmount: 1,
  world: { projects: PROJECTS, jobsAProject: JOBS_A_PROJECT },
  latenciesMs: [0, 20],
  sides: { ours, bare },
  goals: [0, 20].map((latencyMs) => ({
    text: `Milliseconds beyond the server’s response: at most ${MOST_MS}`,
    latencyMs,
    value: (measures) =>
      (valueOf(measures, 'ours', 'seconds') - valueOf(measures, 'bare', 'seconds')) * 1000,
    most: MOST_MS,
  })),
};
