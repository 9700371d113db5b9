import { namesOf, runOutput } from '../../../../../nodes/Projects/runs/read/runOutput';
import { timelineOf } from '../../../../../nodes/Projects/runs/read/timeline';
import { getAllOf, getOf } from '../../../../../nodes/Projects/runs/runOperations';
import { JOB, PIPELINE } from '../../../../../nodes/Projects/runs/runnable';
import { Pages } from '../../../../../platform/pages';
import { JOB_RUNS } from '../../../../../platform/runs/kinds';

const client = { pages: new Pages({ baseUrl: 'https://platform.example', platformId: '7' }) };
const PROJECT_PAGE = 'https://platform.example/projects/platform/7/project';

describe('a run as an output', () => {
  const names = { jobName: 'Import', projectId: 'p1', projectName: 'Retail' };

  test('begins with what people read first', () => {
    const run = { number: 7, id: 'r1', status: 'FAILED', jobId: 'j1' };
    const output = runOutput(client, JOB_RUNS, run as never, names);
    expect(Object.entries(output)).toEqual([
      ['jobName', 'Import'],
      ['projectName', 'Retail'],
      ['id', 'r1'],
      ['status', 'FAILED'],
      ['succeeded', false],
      ['jobId', 'j1'],
      ['projectId', 'p1'],
      ['url', `${PROJECT_PAGE}/p1/job/j1/instances/r1`],
      ['number', 7],
    ]);
  });

  test('has its own names before those that are known of it, and leaves out what is unknown', () => {
    const run = { id: 'r1', status: 'RUNNING', jobId: 'own', jobName: 'Own', projectId: 'own' };
    expect(runOutput(client, JOB_RUNS, run as never, { ...names, jobId: 'j1' })).toStrictEqual({
      jobName: 'Own',
      projectName: 'Retail',
      id: 'r1',
      status: 'RUNNING',
      succeeded: null,
      jobId: 'own',
      projectId: 'own',
      url: `${PROJECT_PAGE}/own/job/own/instances/r1`,
    });
    expect(runOutput(client, JOB_RUNS, { id: 'r1', status: 'SUCCEEDED' })).toStrictEqual({
      id: 'r1',
      status: 'SUCCEEDED',
      succeeded: true,
      url: null,
    });
  });
});

test('the names of a job are asked for once in a call of the node, however its ID is written', async () => {
  const asked: string[] = [];
  const parentNames = async (id: string) => {
    asked.push(id);
    return { jobName: id };
  };
  const runnable = { ...JOB, runs: () => ({ parentNames }) } as never;
  const call = { execution: {}, client: {}, options: {} } as never;
  expect(await namesOf(call, runnable, undefined)).toEqual({});
  expect(await namesOf(call, runnable, 'aB')).toEqual({ jobName: 'aB' });
  expect(await namesOf(call, runnable, 'Ab')).toEqual({ jobName: 'aB' });
  await namesOf(call, runnable, 'c');
  await namesOf({ execution: {}, client: {}, options: {} } as never, runnable, 'c');
  expect(asked).toEqual(['aB', 'c', 'c']);
});

describe('a timeline', () => {
  async function* ownPieces(html: string): AsyncGenerator<Buffer> {
    yield await Promise.resolve(Buffer.from(html));
  }

  const drawn = async (isWanted: boolean, isTool: boolean, jobsInstance?: unknown) => {
    const known: unknown[] = [];
    const execution = {
      isToolExecution: () => isTool,
      getNode: () => ({ type: 't' }),
      getTimezone: () => 'UTC',
      helpers: {
        prepareBinaryData: async (body: AsyncIterable<Buffer>) => {
          for await (const piece of body) expect(piece.toString()).toBe('<html></html>');
          return { data: 'page', mimeType: 'text/html' };
        },
      },
    };
    const parentNames = async (id: string) => (id === 'unknown' ? {} : { jobName: `Job ${id}` });
    const client = {
      jobRuns: { parentNames },
      projectFiles: { ownPieces },
      report: {
        pipelinePage: async (...given: unknown[]) => {
          known.push(...given.slice(1));
          return '<html></html>';
        },
      },
    };
    const run = { id: 'r1', status: 'FAILED', jobsInstance };
    const options = { isWanted, property: 'timeline' };
    const call = { execution, client, options: {} };
    const { binary } = await timelineOf(call as never, run as never, options);
    return { fields: Object.keys(binary ?? {}), known };
  };

  test.each([
    [true, false, ['timeline']],
    [false, false, []],
    [true, true, []],
  ])('that is wanted (%s) by a model (%s) is in %j', async (isWanted, isTool, fields) => {
    expect((await drawn(isWanted, isTool)).fields).toEqual(fields);
  });

  test.each([
    { noun: 'pipeline', runnable: PIPELINE, fields: ['data'] },
    { noun: 'job', runnable: JOB, fields: [] },
  ])('comes with a run of a $noun that is read', async ({ runnable, fields }) => {
    const run = { id: 'r1', status: 'FAILED' };
    const runs = { get: async () => run, parentNames: async () => ({}) };
    const helpers = {
      prepareBinaryData: async (body: AsyncIterable<Buffer>) => {
        for await (const piece of body) expect(piece).toHaveLength(1);
        return { data: 'page', mimeType: 'text/html' };
      },
    };
    const call = {
      client: {
        ...client,
        jobRuns: runs,
        pipelineRuns: runs,
        report: { pipelinePage: async () => 'x' },
        projectFiles: { ownPieces },
      },
      execution: { helpers, getNode: () => ({ type: 't' }), getTimezone: () => 'UTC' },
      parameters: {
        boolean: (name: string) => name === 'options.timeline',
        text: () => 'data',
        locator: () => 'r1',
      },
      options: {},
    };
    const operation = getOf(runnable) as unknown as {
      run(call: unknown): Promise<{ json: object; binary?: object }>;
    };
    const { json, binary } = await operation.run(call);
    expect(json).toEqual({ id: 'r1', status: 'FAILED', succeeded: false, url: null });
    expect(Object.keys(binary ?? {})).toEqual(fields);
  });

  test('knows the names of jobs as far as they can be read', async () => {
    const runs = [{ jobId: 'a' }, { jobId: 'unknown' }, {}, { jobId: 'a' }];
    const { known } = await drawn(true, false, runs);
    expect(known).toEqual([new Map([['a', 'Job a']]), 'UTC']);
  });
});

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
    const runnable = {
      ...JOB,
      runs: () => ({ list, mostListed: 1_000 }),
      readParentId: () => 'j1',
    };
    const operation = getAllOf(runnable as never) as { run(call: unknown): Promise<object[]> };
    const items = await operation.run({
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

const ODD_IDS: unknown[] = [7, { id: 'x' }, true, null, ''];
test.each(ODD_IDS.map((id) => ({ id })))(
  'a job ID like $id ends no process',
  async ({ id: jobId }) => {
    const parentNames = async (id: unknown) => ({ jobName: `of ${String(id)}` });
    const runnable = { runs: () => ({ parentNames }) };
    const call = { execution: {}, client: {}, options: {} };
    const names = await namesOf(call as never, runnable as never, jobId);
    expect(names).toEqual(
      typeof jobId === 'number' || jobId === true ? { jobName: `of ${jobId}` } : {},
    );
  },
);
