import type { IDataObject } from 'n8n-workflow';
import { watchedSandbox } from './support';

/** Pages of 100 runs, each after so long: more than there is time for. */
const [RUNS, LATENCY_MS] = [1_500, 500];

const { clock, poll, addJob, run } = watchedSandbox({ events: ['runSucceeded'] }, undefined, {
  latencyMs: LATENCY_MS,
});
const startRuns = (job: string, count: number) =>
  Array.from({ length: count }, () => {
    clock.now += 1_000;
    return run(job);
  });

test('a poll ends within its time; the next ones continue where it stopped, until each run was returned once', async () => {
  clock.now -= RUNS * 2_000;
  const script = { durationSeconds: 1 };
  const busy = addJob(script, { name: 'Busy' });
  const quiet = Array.from({ length: 20 }, (_, n) => addJob(script, { name: `Job ${n}` }));
  let { staticData } = await poll({});
  const ofBusy = startRuns(busy, RUNS);
  // Later than what is left to the next poll.
  const ofQuiet = quiet.flatMap((job) => startRuns(job, 1));
  clock.now += 10_000;

  const isOfQuiet = ({ runId }: IDataObject) => ofQuiet.includes(runId as string);
  const seen: IDataObject[] = [];
  let polls = 0;
  for (let isUnfinished = true; isUnfinished; polls++) {
    const polled = await poll(staticData, {}, { budgetMs: 6_000 });
    ({ staticData } = polled);
    isUnfinished = polled.warnings.length > 0;
    if (isUnfinished)
      expect(polled.warnings).toEqual([
        expect.stringMatching(/new runs of 1 job are left to the next poll: Busy\. If/),
      ]);
    if (polls === 0) expect(polled.json.filter(isOfQuiet)).toHaveLength(ofQuiet.length);
    seen.push(...polled.json);
  }
  expect(polls).toBeGreaterThan(1);
  expect(seen.filter((run) => !isOfQuiet(run)).map(({ runId }) => runId)).toEqual(ofBusy);
  expect(seen).toHaveLength(RUNS + ofQuiet.length);
  expect((await poll(staticData, {}, { budgetMs: 60_000 })).items).toBeUndefined();
}, 60_000);
