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

test('a poll ends within its time; what it did not come to is reported by the next one, once', async () => {
  clock.now -= RUNS * 2_000;
  const script = { durationSeconds: 1 };
  const busy = addJob(script, { name: 'Busy' });
  const quiet = Array.from({ length: 20 }, (_, n) => addJob(script, { name: `Job ${n}` }));
  const { staticData } = await poll({});
  const ofBusy = startRuns(busy, RUNS);
  // Later than what is left to the next poll.
  const ofQuiet = quiet.flatMap((job) => startRuns(job, 1));
  clock.now += 10_000;

  const first = await poll(staticData, {}, { budgetMs: 6_000 });
  expect(first.json.map(({ id }) => id).sort()).toEqual([...ofQuiet].sort());
  expect(first.warnings).toEqual([expect.stringMatching(/new runs of 1 job: Busy\. Their events/)]);
  const whole = { budgetMs: 60_000 };
  const second = await poll(first.staticData, {}, whole);
  expect(second.warnings).toEqual([]);
  expect(second.json.map(({ id }) => id)).toEqual(ofBusy);
  expect((await poll(second.staticData, {}, whole)).items).toBeUndefined();
}, 60_000);
