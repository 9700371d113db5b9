import { namesOf } from '../../../../nodes/Projects/runs/read/runOutput';
import { timelineOf } from '../../../../nodes/Projects/runs/read/timeline';
import { getAllOf } from '../../../../nodes/Projects/runs/runOperations';
import { JOB } from '../../../../nodes/Projects/runs/runnable';
import { Pages } from '../../../../platform/pages';

/** What a sandbox hardly shows. */

const client = { pages: new Pages({ baseUrl: 'https://platform.example', platformId: '7' }) };

test('the names of a job are asked for once in a call of the node, however its ID is written', async () => {
  const asked: unknown[] = [];
  const parentNames = async (id: unknown) => {
    asked.push(id);
    return { jobName: `of ${String(id)}` };
  };
  const runnable = { ...JOB, runs: () => ({ parentNames }) } as never;
  const newCall = () => ({ execution: {}, client: {}, options: {} }) as never;
  const call = newCall();
  expect(await namesOf(call, runnable, 'aB')).toEqual({ jobName: 'of aB' });
  expect(await namesOf(call, runnable, 'Ab')).toEqual({ jobName: 'of aB' });
  await namesOf(newCall(), runnable, 'aB');
  // As odd platforms return IDs.
  expect(await namesOf(call, runnable, 7)).toEqual({ jobName: 'of 7' });
  for (const none of [undefined, null, '', { id: 'x' }]) {
    expect(await namesOf(call, runnable, none)).toEqual({});
  }
  expect(asked).toEqual(['aB', 'aB', '7']);
});

test.each([
  [false, [new Map([['a', 'Job a']]), 'UTC'], ['timeline']],
  // A model sees no picture.
  [true, [], []],
])(
  'a timeline (for a model: %s) names jobs as far as they can be read',
  async (isTool, drawn, fields) => {
    const known: unknown[] = [];
    const execution = {
      isToolExecution: () => isTool,
      getNode: () => ({ type: 't' }),
      getTimezone: () => 'UTC',
      helpers: { prepareBinaryData: async () => ({ data: 'page', mimeType: 'text/html' }) },
    };
    const jobRuns = {
      parentNames: async (id: string) => (id === 'unknown' ? {} : { jobName: `Job ${id}` }),
    };
    const report = {
      pipelinePage: async (...given: unknown[]) => void known.push(...given.slice(1)),
    };
    const call = { execution, client: { jobRuns, report, projectFiles: { ownPieces: () => [] } } };
    const jobsInstance = [{ jobId: 'a' }, { jobId: 'unknown' }, {}, { jobId: 'a' }];
    const run = { id: 'r1', status: 'FAILED', jobsInstance };
    const options = { isWanted: true, property: 'timeline' };
    const { binary } = await timelineOf({ ...call, options: {} } as never, run as never, options);
    expect([Object.keys(binary ?? {}), known]).toEqual([fields, drawn]);
  },
);

test.each([
  [1_000, Infinity, true],
  [1_000, 1_000, false],
  [1_000, 1_001, true],
  [999, Infinity, false],
])(
  '%i runs read and %d wanted: a hint (%s) says that there are more',
  async (count, limit, isTold) => {
    const hints: object[] = [];
    const list = async () => Array.from({ length: count }, () => ({ id: 'r1', status: 'FAILED' }));
    const runs = () => ({ list, mostListed: 1_000 });
    const operation = getAllOf({ ...JOB, runs, readParentId: () => 'j1' } as never);
    const { run } = operation as unknown as { run(call: unknown): Promise<object[]> };
    const items = await run({
      client,
      execution: {
        addExecutionHints: (...added: object[]) => void hints.push(...added),
        getNode: () => ({ type: 't' }),
      },
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
    expect(hints).toEqual(isTold ? [{ message, location: 'outputPane' }] : []);
  },
);
