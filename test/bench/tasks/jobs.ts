import { byId } from '../../support/ids';
import { indexes, jobId, projectId } from '../server/platform';
import { BareClient } from '../sides/bare';
import { eachByGraphqlNode, eachByHttpRequest, eachByLoop, eachByOurs } from '../sides/engine';
import { atMost, fasterThanHttpRequest, littleMemory, timesAsLong, findValue } from '../goals';
import { atLatencies, type Side, type Task } from '../task';

/** A bare loop gets no faster with more. */
const CONNECTIONS = 50;

const starts = {
  key: 'jobId',
  id: jobId,
  document: (id: string) => `mutation { runJob(jobId: "${id}") { id status } }`,
};

const startByOurs = eachByOurs(starts, {
  resource: 'job',
  operation: 'run',
  jobId: byId('={{ $json.jobId }}'),
});

const MAX_FIRST_SECONDS = 0.2;

/** As in a worker that has just started: n8n's engine is loaded, but the package is not, and no login exists. */
export const startFirstJob: Task = {
  name: 'first-start',
  title: 'Start the first job in a new process, login included',
  cases: atLatencies(1, 0, 20),
  warmUpAmount: 0,
  world: () => ({ projects: 1, jobsAProject: 1 }),
  sides: {
    ours: startByOurs,
    httpRequestLogin: eachByHttpRequest(starts, 'credential'),
    bare: eachByLoop(starts, 1),
  },
  goals: [atMost('seconds', MAX_FIRST_SECONDS, 0)],
};

export const startJobs: Task = {
  name: 'start-jobs',
  title: 'Start 500 jobs',
  cases: atLatencies(500, 0, 20),
  warmUpAmount: 200,
  world: (amount) => ({ projects: 1, jobsAProject: amount }),
  sides: {
    ours: startByOurs,
    httpRequest: eachByHttpRequest(starts),
    httpRequestLogin: eachByHttpRequest(starts, 'credential'),
    graphql: eachByGraphqlNode(starts),
    bare: eachByLoop(starts, CONNECTIONS),
  },
  goals: [
    ...fasterThanHttpRequest(0, 20),
    timesAsLong('bare', 1.3, 0),
    timesAsLong('bare', 1.05, 20),
    atMost('logins', 1, 20),
    ...littleMemory(20),
  ],
};

const PROJECTS = 100;
const JOBS_A_PROJECT = 100;
const world = () => ({ projects: PROJECTS, jobsAProject: JOBS_A_PROJECT });
const lists = {
  key: 'projectId',
  id: projectId,
  document: (id: string) => `query { jobs(projectId: "${id}") { id name technology { id } } }`,
};

export const listJobs: Task = {
  name: 'list-jobs',
  title: `List the jobs of ${PROJECTS} projects, ${JOBS_A_PROJECT} each`,
  cases: atLatencies(PROJECTS, 0, 20),
  warmUpAmount: 20,
  world,
  sides: {
    ours: eachByOurs(
      lists,
      {
        resource: 'job',
        operation: 'getAll',
        projectId: byId('={{ $json.projectId }}'),
        returnAll: true,
      },
      JOBS_A_PROJECT,
    ),
    httpRequest: eachByHttpRequest(lists),
    graphql: eachByGraphqlNode(lists),
    bare: eachByLoop(lists, CONNECTIONS),
  },
  goals: [
    ...fasterThanHttpRequest(0, 20),
    timesAsLong('bare', 1.3, 0),
    timesAsLong('bare', 1.05, 20),
    ...littleMemory(20),
  ],
};

const PROJECTS_A_REQUEST = 25;
const MAX_SEARCH_MS = 50;

const searchByOurs: Side = async (place) => {
  const { searchList } = await import('../../support/engine/searchList');
  return {
    async run() {
      const credentials = { dataPlatformApi: place.credentials };
      const question = { method: 'searchJobs', parameters: {}, credentials };
      const { results } = await searchList(question, `job ${PROJECTS * JOBS_A_PROJECT - 1}`);
      if (results.length !== 1) throw new Error(`${results.length} jobs found instead of one`);
    },
  };
};

/** Sends the same queries and reads the answers: time of the server and the network. */
const searchByLoop: Side = async (place) => {
  const client = new BareClient(place, 4);
  const jobsField = (index: number) =>
    `project${index}: jobs(projectId: "${projectId(index)}") { id name technology { id } }`;
  return {
    async run() {
      await client.logIn();
      await client.graphql('query { projects { id name } }');
      await client.loop(PROJECTS / PROJECTS_A_REQUEST, (index) => {
        const start = index * PROJECTS_A_REQUEST;
        const fields = indexes(PROJECTS_A_REQUEST).map((at) => jobsField(start + at));
        return client.graphql(`query { ${fields.join(' ')} }`);
      });
    },
  };
};

export const searchPicker: Task = {
  name: 'search-picker',
  title: `Search ${PROJECTS * JOBS_A_PROJECT} jobs in a picker`,
  cases: atLatencies(1, 0, 20),
  warmUpAmount: 1,
  world,
  sides: { ours: searchByOurs, bare: searchByLoop },
  goals: [0, 20].map((latencyMs) => ({
    text: `Milliseconds beyond the server’s response: at most ${MAX_SEARCH_MS}, ${latencyMs} ms latency`,
    value: (cases) =>
      (findValue(cases, latencyMs, 'ours', 'seconds') -
        findValue(cases, latencyMs, 'bare', 'seconds')) *
      1000,
    max: MAX_SEARCH_MS,
  })),
};
