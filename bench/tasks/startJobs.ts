import { jobId } from '../server/world';
import type { Place } from '../server/platform';
import { BareClient } from '../sides/bare';
import { expectItems, runInEngine } from '../sides/engine';
import type * as N8nNodes from '../sides/n8nNodes';
import { byId, platformLogin, PROJECTS_NODE } from '../sides/ours';
import { atMost, sameConnections, timesAsFast, timesLess } from './goals';
import type { Side, Task } from '../task';

const JOBS = 1000;
/** As many as this package takes. */
const CONNECTIONS = 128;
const mutation = (id: string) => `mutation { runJob(jobId: "${id}") { id status } }`;

const items = (amount: number) =>
  Array.from({ length: amount }, (_, index) => ({ jobId: jobId(index) }));

const ours: Side = async (place, amount) => ({
  async run() {
    const node = {
      type: PROJECTS_NODE,
      parameters: { resource: 'job', operation: 'run', jobId: byId('$json.jobId') },
    };
    expectItems(await runInEngine(node, platformLogin(place), items(amount)), amount);
  },
});

/** @param authentication how the node proves who it is, and the credentials that this takes */
const byHttpRequest =
  (
    authentication: (
      nodes: typeof N8nNodes,
      place: Place,
    ) => Promise<{ parameters: object; credentials: Record<string, object> }>,
  ): Side =>
  async (place, amount) => {
    const nodes = await import('../sides/n8nNodes');
    await nodes.loadN8nNodes();
    const { parameters, credentials } = await authentication(nodes, place);
    const expression = `'${mutation("' + $json.jobId + '")}'`;
    const node = nodes.graphqlByHttpRequest(place, expression, parameters);
    return {
      async run() {
        expectItems(await runInEngine(node, credentials, items(amount)), amount);
      },
    };
  };

const httpRequest = byHttpRequest(async ({ withToken }, { token }) => ({
  parameters: withToken(token),
  credentials: {},
}));

const httpRequestLogin = byHttpRequest(async ({ withCredential }, { credentials }) => {
  const { USUAL_CREDENTIAL } = await import('../sides/usualCredential');
  return {
    parameters: withCredential(USUAL_CREDENTIAL),
    credentials: { [USUAL_CREDENTIAL]: { ...credentials } },
  };
});

const httpRequestOurLogin = byHttpRequest(async ({ withCredential }, { credentials }) => ({
  parameters: withCredential('dataPlatformApi'),
  credentials: { dataPlatformApi: { ...credentials } },
}));

const graphql: Side = async (place, amount) => {
  const nodes = await import('../sides/n8nNodes');
  await nodes.loadN8nNodes();
  const node = nodes.graphqlByGraphqlNode(place, mutation('{{ $json.jobId }}'));
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
      await client.loop(amount, (index) => client.graphql(mutation(jobId(index))));
    },
  };
};

export const startJobs: Task = {
  name: 'start-jobs',
  title: `Start ${JOBS} jobs`,
  amount: JOBS,
  warmUpAmount: 200,
  world: { projects: 1, jobsAProject: JOBS },
  latenciesMs: [0, 20],
  sides: { ours, httpRequest, httpRequestLogin, httpRequestOurLogin, graphql, bare },
  goals: [
    timesAsFast('httpRequest', 3, 20),
    timesAsFast('httpRequestLogin', 5, 20),
    timesAsFast('graphql', 25, 20),
    timesAsFast('httpRequest', 2, 0),
    timesLess('cpuSeconds', 'httpRequest', 2, 20),
    atMost('logins', 1, 20),
    timesAsFast('bare', 0.7, 0),
    timesAsFast('bare', 0.7, 20),
    sameConnections(0),
    sameConnections(20),
  ],
};
