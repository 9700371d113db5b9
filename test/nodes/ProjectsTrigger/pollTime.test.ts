import type { IDataObject } from 'n8n-workflow';
import { PROJECT_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { pollProjects } from './support';

const BUDGET_MS = 3_000;
/** Pages of 100 runs, each after so long: more than there is time for. */
const [RUNS, LATENCY_MS] = [1_500, 250];

let now: number;
let sandbox: Sandbox;
beforeEach(async () => {
  now = Date.now() - RUNS * 2_000;
  sandbox = await startSandbox({ seedRuns: false, clock: () => now, latencyMs: LATENCY_MS });
});
afterEach(() => sandbox.close());

const poll = async (staticData: IDataObject, budgetMs: number) => {
  const started = Date.now();
  const polled = await pollProjects(
    sandbox,
    staticData,
    { events: ['runSucceeded'] },
    { budgetMs },
  );
  return { ...polled, ms: Date.now() - started };
};
const addJob = (name: string) =>
  sandbox.store.addJob({
    projectId: PROJECT_IDS.retail,
    name,
    script: { queueSeconds: 0, durationSeconds: 1 },
  }).id;
const startRuns = (job: string, count: number) =>
  Array.from({ length: count }, () => {
    now += 1_000;
    return sandbox.store.startRun(job)?.id;
  });

test('a poll ends within its time; what it did not come to is reported by the next one, once', async () => {
  const busy = addJob('Busy');
  const quiet = Array.from({ length: 20 }, (_, n) => addJob(`Job ${n}`));
  const { staticData } = await poll({}, 60_000);
  const ofBusy = startRuns(busy, RUNS);
  // Later than what is left to the next poll.
  const ofQuiet = quiet.flatMap((job) => startRuns(job, 1));
  now += 10_000;

  const first = await poll(staticData, BUDGET_MS);
  expect(first.ms).toBeLessThan(BUDGET_MS);
  expect(first.json.map(({ id }) => id).sort()).toEqual([...ofQuiet].sort());
  const second = await poll(first.staticData, 60_000);
  expect(second.json.map(({ id }) => id)).toEqual(ofBusy);
  expect((await poll(second.staticData, 60_000)).items).toBeUndefined();
}, 60_000);
