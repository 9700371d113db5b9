import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Platform } from '../../../platform/connection/platform';
import { deployProject } from '../../../platform/projectFiles/deploy/deploy';
import { exportProject } from '../../../platform/projectFiles/exportProject';
import { parseFiles } from '../../../platform/projectFiles/files/parseFiles';
import { planDeploy } from '../../../platform/projectFiles/plan/plan';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { madeProject } from '../../../harness/madeProject';
import { NO_WAITS } from './support';

/** Longer than anything that is done between two answers. */
const LATENCY_MS = 200;
const MADE = { jobs: 20, packageBytes: 1000, pipelines: 5, apps: 3 };

let sandbox: Sandbox;
beforeAll(
  async () => (sandbox = await startSandbox({ seedRuns: false, latencyMs: LATENCY_MS })),
  30_000,
);
afterAll(async () => await sandbox.close());

interface Exchange {
  begun: number;
  ended: number;
}

/** How many answers have to be waited for one after the other: the longest row of requests of which none overlap. */
async function wavesOf(work: () => Promise<unknown>): Promise<number> {
  const exchanges = new Map<unknown, Exchange>();
  let count = 0;
  const begin = (message: unknown) =>
    exchanges.set((message as { request: unknown }).request, { begun: count++, ended: Infinity });
  const end = (message: unknown) => {
    const exchange = exchanges.get((message as { request: unknown }).request);
    if (exchange) exchange.ended = count++;
  };
  subscribe('undici:request:create', begin);
  subscribe('undici:request:trailers', end);
  try {
    await work();
  } finally {
    unsubscribe('undici:request:create', begin);
    unsubscribe('undici:request:trailers', end);
  }
  expect(exchanges.size).toBeGreaterThan(0);
  let waves = 0;
  let endOfLast = -1;
  const inOrder = [...exchanges.values()].sort((one, other) => one.ended - other.ended);
  for (const { begun, ended } of inOrder) {
    if (begun < endOfLast) continue;
    waves++;
    endOfLast = ended;
  }
  return waves;
}

test('planning and deploying wait for few responses one after the other', async () => {
  const platform = Platform.connect(sandbox.credentials);
  const files = await parseFiles(madeProject(MADE));
  const projectId = sandbox.store.addProject({ name: 'Target' }).id;
  const target = { projectId };
  // Login, schemas and where the catalog is are known from here on.
  const { fingerprint: approvedPlan } = await planDeploy(platform, files, target);
  const planning = await wavesOf(async () => await planDeploy(platform, files, target));
  // Everything at once: a project without jobs has no more to tell.
  expect(planning).toBe(1);
  const deploying = await wavesOf(async () => {
    const options = { approvedPlan, timing: NO_WAITS };
    const { changes } = await deployProject(platform, files, target, options);
    expect(changes.filter(({ failure }) => failure)).toEqual([]);
  });
  // Reading, 4 + 8 + 8 jobs with a look before each part, the form of variables, variables, reading back, the rest, reading back.
  // One or two, as a busy machine begins the next part late: a request a job would be 20 more.
  expect(deploying).toBeLessThanOrEqual(14);

  // By another name of the same host: nothing is known of it.
  const baseUrl = sandbox.credentials.baseUrl.replace('127.0.0.1', 'localhost');
  const fresh = Platform.connect({ ...sandbox.credentials, baseUrl });
  const exporting = await wavesOf(async () => await exportProject(fresh, projectId));
  // Login, schema, lists, variables; meanwhile the catalog is found, and read.
  expect(exporting).toBeLessThanOrEqual(5);
}, 60_000);
