import { projectId } from '../server/world';
import { BareClient } from '../sides/bare';
import { expectItems, runInEngine } from '../sides/engine';
import { byId, platformLogin, PROJECTS_NODE } from '../sides/ours';
import { sameConnections, timesAsFast, timesLess } from './goals';
import type { Side, Task } from '../task';

const PROJECTS = 200;
const JOBS_A_PROJECT = 25;
/** As many as this package takes. */
const CONNECTIONS = 3;
const query = (id: string) => `query { jobs(projectId: "${id}") { id name technology { id } } }`;

const items = (amount: number) =>
  Array.from({ length: amount }, (_, index) => ({ projectId: projectId(index) }));

const ours: Side = async (place, amount) => ({
  async run() {
    const node = {
      type: PROJECTS_NODE,
      parameters: {
        resource: 'job',
        operation: 'getAll',
        projectId: byId('$json.projectId'),
        returnAll: true,
      },
    };
    const jobs = await runInEngine(node, platformLogin(place), items(amount));
    expectItems(jobs, amount * JOBS_A_PROJECT);
  },
});

const httpRequest: Side = async (place, amount) => {
  const nodes = await import('../sides/n8nNodes');
  await nodes.loadN8nNodes();
  const expression = `'${query("' + $json.projectId + '")}'`;
  const node = nodes.graphqlByHttpRequest(place, expression, nodes.withToken(place.token));
  return {
    async run() {
      expectItems(await runInEngine(node, {}, items(amount)), amount);
    },
  };
};

const graphql: Side = async (place, amount) => {
  const nodes = await import('../sides/n8nNodes');
  await nodes.loadN8nNodes();
  const node = nodes.graphqlByGraphqlNode(place, query('{{ $json.projectId }}'));
  return {
    async run() {
      expectItems(await runInEngine(node, {}, items(amount)), amount);
    },
  };
};

const bare: Side = async (place, amount) => {
  const client = new BareClient(place, CONNECTIONS);
  return {
    async run() {
      await client.logIn();
      await client.loop(amount, (index) => client.graphql(query(projectId(index))));
    },
  };
};

export const listJobs: Task = {
  name: 'list-jobs',
  title: `List the jobs of ${PROJECTS} projects`,
  amount: PROJECTS,
  warmUpAmount: 20,
  world: { projects: PROJECTS, jobsAProject: JOBS_A_PROJECT },
  latenciesMs: [0, 20],
  sides: { ours, httpRequest, graphql, bare },
  goals: [
    timesLess('requests', 'httpRequest', 20, 20),
    timesAsFast('httpRequest', 2, 20),
    timesAsFast('httpRequest', 2, 0),
    sameConnections(20),
  ],
};
