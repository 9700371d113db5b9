import type { IDataObject } from 'n8n-workflow';
import { chosenJobs, MINUTE_MS, RUN_EVENTS, watchedSandbox } from './support';

const JOBS = [1, 2].map((n) => `6f1d2c3b-0000-4000-8000-00000000000${n}`) as [string, string];

const ends = (json: IDataObject[]) =>
  json.filter(({ event }) => event === 'runSucceeded').map(({ runId }) => runId);

describe.each(['recent', 'middle'] as const)('a chosen job that was deleted: %s', (generation) => {
  const trigger = watchedSandbox({ events: RUN_EVENTS }, undefined, { generation });
  const { clock, sandbox, poll, addJob } = trigger;
  const run = (jobId: string) => {
    const id = trigger.run(jobId);
    clock.now += MINUTE_MS;
    return id;
  };

  test('is left out and reported once; the other one goes on, and it, too, when it is back', async () => {
    const ids = [addJob(), addJob()] as [string, string];
    const first = await poll({}, chosenJobs(...ids));
    sandbox.store.deleteJob(ids[0]);
    const other = run(ids[1]);
    const second = await poll(first.staticData, chosenJobs(...ids));
    expect(ends(second.json)).toEqual([other]);
    expect(second.warnings).toEqual([expect.stringMatching(`has no job ${ids[0]}`)]);
    const third = await poll(second.staticData, chosenJobs(...ids));
    expect([third.items, third.warnings]).toEqual([undefined, []]);

    addJob({}, { id: ids[0] });
    const again = run(ids[0]);
    expect(ends((await poll(third.staticData, chosenJobs(...ids))).json)).toEqual([again]);
  });

  test('for one poll repeats no event', async () => {
    const id = addJob();
    const ids = [id];
    const first = await poll({}, chosenJobs(...ids));
    run(id);
    const second = await poll(first.staticData, chosenJobs(...ids));
    expect(second.json).toHaveLength(2);
    const errors = [{ message: `Job ${id} does not exist`, extensions: { code: 'NOT_FOUND' } }];
    sandbox.accidents.add({ kind: 'errors', operation: 'job', errors, times: 9 });
    const third = await poll(second.staticData, chosenJobs(...ids));
    expect(third.warnings).toEqual([expect.stringMatching(`has no job ${id}`)]);
    sandbox.accidents.clear();
    expect((await poll(third.staticData, chosenJobs(...ids))).items).toBeUndefined();
  });
});

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const succeeded = (number: unknown, id = `run-${String(number)}`) => ({
  id,
  number,
  status: 'SUCCEEDED',
  startTime: at(Number(number) || 1),
  endTime: at((Number(number) || 1) + 1),
});
const job = (id: string, ...instances: unknown[]) => ({ id, name: id, instances });

describe('a list of jobs', () => {
  const { sandbox, poll } = watchedSandbox({ events: RUN_EVENTS });

  /** Polls a platform that returns these jobs, whatever it is asked. */
  const pollOf = async (jobs: object[], staticData: IDataObject = {}) => {
    const accident = { kind: 'errors', operation: 'jobs', errors: undefined, times: 99 } as const;
    sandbox.accidents.add({ ...accident, data: { jobs } });
    return await poll(staticData).finally(() => sandbox.accidents.clear());
  };
  const [first, second] = [job(JOBS[0]), job(JOBS[1])];
  const done = job(JOBS[0], succeeded(1));
  let staticData: IDataObject;
  beforeEach(async () => {
    ({ staticData } = await pollOf([first, second]));
  });

  const NUMBERS = ['seven', null, {}, 1.5];

  test.each(NUMBERS)('with the run %j repeats no event and hides none', async (number) => {
    const odd = succeeded(number, 'odd');
    const one = await pollOf([job(JOBS[0], odd, succeeded(1)), second], staticData);
    expect(ends(one.json)).toEqual(['run-1']);
    const same = await pollOf([job(JOBS[0], odd, succeeded(1)), second], one.staticData);
    expect(same.items).toBeUndefined();
    const more = job(JOBS[0], succeeded(2), odd, succeeded(1));
    expect(ends((await pollOf([more, second], same.staticData)).json)).toEqual(['run-2']);
  });

  const LACKS = [{ id: null }, { instances: null }, { instances: {} }];

  test.each(LACKS)('with %j in a job fails the poll, and the next one goes on', async (lacks) => {
    const polled = pollOf([{ ...done, ...lacks }, second], staticData);
    await expect(polled).rejects.toThrow('The platform returned only some of the runs');
    expect(ends((await pollOf([done, second], staticData)).json)).toEqual(['run-1']);
  });

  test('that has the same page for ever is not asked for ever', async () => {
    const page = Array.from({ length: 25 }, (_, n) => succeeded(1_000 - n));
    sandbox.stats.reset();
    const { json } = await pollOf([job(JOBS[0], ...page), second], staticData);
    expect(new Set(ends(json)).size).toBe(25);
    expect(sandbox.stats.requests).toBeLessThan(8);
  });

  test.each([
    { job: { version: 0, watched: 'job', latestMs: 1, states: [], missing: [] } },
    { job: 7 },
    'text',
    7,
  ])('after the state %j begins anew', async (state) => {
    expect((await pollOf([done, second], { state } as IDataObject)).items).toBeUndefined();
  });

  test('that comes too late ends the poll in words, and the next one reports all', async () => {
    sandbox.accidents.add({ kind: 'hang', operation: 'jobs', times: 9 });
    await expect(poll(staticData, {}, { budgetMs: 400 })).rejects.toMatchObject({
      message: 'The poll did not finish within n8n’s limit of 0.4 seconds',
    });
    sandbox.accidents.clear();
    expect(ends((await pollOf([done, second], staticData)).json)).toEqual(['run-1']);
  });
});
