import { loadNames } from '../../../../nodes/Projects/runs/read/runOutput';
import { buildTimeline } from '../../../../nodes/Projects/runs/read/timeline';
import { buildGetAll } from '../../../../nodes/Projects/runs/runOperations';
import { JOB } from '../../../../nodes/Projects/runs/runnable';
import { Pages } from '../../../../platform/connection/pages';

/** Cases that a sandbox rarely has. */

test('the names of a job are asked for once in a call of the node, however its ID is written', async () => {
  const parentNames = jest.fn(async (id: string) => ({ jobName: `of ${id}` }));
  const runnable = { ...JOB, runs: () => ({ parentNames }) } as never;
  const read = async (ids: unknown[]) => {
    const call = { execution: {}, client: {}, options: {} } as never;
    return await Promise.all(ids.map((id) => loadNames(call, runnable, id)));
  };
  const [aB, seven] = [{ jobName: 'of aB' }, { jobName: 'of 7' }];
  // As odd platforms return IDs.
  const names = await read(['aB', 'Ab', 7, undefined, null, '', { id: 'x' }]);
  expect(names).toEqual([aB, aB, seven, {}, {}, {}, {}]);
  expect(await read(['Ab'])).toEqual([{ jobName: 'of Ab' }]);
  expect(parentNames.mock.calls.map(([id]) => id)).toEqual(['aB', '7', 'Ab']);
});

test.each([
  [false, ['timeline']],
  // A model sees no picture.
  [true, []],
])('a timeline (for a model: %s) names jobs as far as they can be read', async (isTool, fields) => {
  const execution = {
    isToolExecution: () => isTool,
    getNode: () => ({ type: 't' }),
    getTimezone: () => 'UTC',
    helpers: {
      prepareBinaryData: async (page: AsyncIterable<Buffer>) => {
        for await (const piece of page) drawn += piece.toString();
        return { data: 'page', mimeType: 'text/html' };
      },
    },
  };
  let drawn = '';
  const parentNames = async (id: string) => (id === 'a' ? { jobName: 'Job a' } : {});
  const client = { jobRuns: { parentNames } };
  const jobsInstance = ['a', 'unknown', undefined, 'a'].map((jobId) => ({
    ...{ jobId, id: `of ${jobId}`, status: 'FAILED' },
  }));
  const run = { id: 'r1', status: 'FAILED', jobsInstance };
  const options = { isWanted: true, property: 'timeline' };
  const { binary } = await buildTimeline({ execution, client, options: {} } as never, run, options);
  expect(Object.keys(binary ?? {})).toEqual(fields);
  expect(drawn.match(/Job a|unknown/g) ?? []).toEqual(
    isTool ? [] : expect.arrayContaining(['Job a', 'unknown']),
  );
});

test.each([
  [1_000, Infinity, true],
  [1_000, 1_000, false],
  [1_000, 1_001, true],
  [999, Infinity, false],
])('%i runs read and %d wanted: a hint (%s) says that there are more', async (...given) => {
  const [count, limit, isHinted] = given;
  const addExecutionHints = jest.fn();
  const list = async () => Array(count).fill({ id: 'r1', status: 'FAILED' });
  const runs = () => ({ list, mostListed: 1_000 });
  const operation = buildGetAll({ ...JOB, runs, readParentId: () => 'j1' } as never);
  const { run } = operation as unknown as { run(call: unknown): Promise<object[]> };
  const items = await run({
    client: { pages: new Pages({ baseUrl: 'https://platform.example', platformId: '7' }) },
    execution: { addExecutionHints, getNode: () => ({ type: 't' }) },
    parameters: {
      boolean: () => limit === Infinity,
      number: () => limit,
      isGiven: () => false,
      choices: () => [],
      locator: () => 'j1',
      written: () => 'j1',
    },
  });
  expect(items).toHaveLength(count);
  const message = 'Only the newest 1000 runs of the job j1 were read';
  const hint = [{ message, location: 'outputPane' }];
  expect(addExecutionHints.mock.calls).toEqual(isHinted ? [hint] : []);
});
