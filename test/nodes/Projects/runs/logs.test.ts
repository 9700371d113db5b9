import { buildSchema, type GraphQLSchema, GraphQLString, printSchema } from 'graphql';
import { buildLogItems } from '../../../../nodes/Projects/logs';
import { toStreamValue } from '../../../../platform/runs/logs/logQuery';
import { takeFirstCases } from '../../../support/cases';
import { GENERATIONS, RECENT } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
import { jobInstance } from '../../../support/jobInstances';
import { untilTestEnds } from '../../../support/untilTestEnds';
import { perform, performed, startOther } from '../support';

/** Logs as deployed platforms return them. */

interface LogArguments {
  limit?: number;
  skip?: number;
  streams?: string[];
  stream?: string;
}

type Line = { index: number; value: string; stream: string };

const LINES: Line[] = Array.from({ length: 2_500 }, (_, index) =>
  index % 5 === 0
    ? { index, value: `SECRET_${index}`, stream: 'ENVVARS_STDOUT' }
    : { index, value: `line ${index}`, stream: 'STDOUT' },
);

function logsOf(lines: Line[]) {
  const ofStreams = ({ streams, stream }: LogArguments) =>
    lines.filter((line) => streams?.includes(line.stream) ?? (!stream || line.stream === stream));
  const count = (args: LogArguments) => ofStreams(args).length;
  const logs = (args: LogArguments) => {
    const { limit = Infinity, skip = 0 } = args;
    return { count: count(args), content: ofStreams(args).slice(skip, skip + limit) };
  };
  return { logs, filteredLogs: logs, countFilteredLogs: count, countLogs: count };
}
const LOGS = logsOf(LINES);

let platform: Awaited<ReturnType<typeof startOther>>;

const runId = uuid(1);
const failed = jobInstance(1, { status: 'FAILED', statusDetails: 'exit 6' });
const waitOptions = { pollInterval: 1, logLines: 2 };

/** Starts a platform whose run has failed. */
const start = async (schema: GraphQLSchema, root: object) =>
  (platform = await untilTestEnds(startOther(schema, { jobInstance: failed, ...root })));
const read = async (parameters: object) =>
  await performed(platform, 'jobRun.getLogs', { runId, ...parameters });
/** The description of the failure of a wait. */
async function waited(schema: GraphQLSchema, root: object) {
  await start(schema, root);
  const { error } = await perform(platform, 'jobRun.wait', { runId, options: waitOptions });
  return error?.description;
}

const BY_NAME = Object.entries(GENERATIONS);

describe.each(BY_NAME)('%s', (_name, schema) => {
  test('a log comes whole, its last 50 lines in two requests, and by stream', async () => {
    await start(schema, LOGS);
    const last = await read({});
    expect(last).toEqual(LINES.slice(-50).map((line) => ({ ...line, isCut: true, runId })));
    expect(platform.calls().length).toBeLessThanOrEqual(2);
    const all = await read({ lines: 'all' });
    expect(all).toEqual(LINES.map((line) => ({ ...line, isCut: false, runId })));
    for (const streams of [['STDOUT'], ['STDOUT', 'STDERR']]) {
      const some = { streams, limit: 2 };
      const cut = (...values: string[]) => values.map((value) => ({ value, isCut: true }));
      const [first, end] = [await read({ ...some, lines: 'first' }), await read(some)];
      expect([first, end]).toMatchObject([cut('line 1', 'line 2'), cut('line 2498', 'line 2499')]);
    }
  });

  test('lines of one stream far from the end are found', async () => {
    const rare = LINES.map((line, n) => (n < 3 ? { ...line, stream: 'STDERR' } : line));
    await start(schema, logsOf(rare));
    const streams = ['STDERR', 'ORCHESTRATION_STDERR'];
    const found = async (limit: number, lines = 'last') =>
      (await read({ streams, limit, lines })).map(({ index, isCut }) => `${index} ${isCut}`);
    expect(await found(2)).toEqual(['1 true', '2 true']);
    const all = ['0 false', '1 false', '2 false'];
    expect([await found(3), await found(10), await found(3, 'first')]).toEqual([all, all, all]);
    expect(platform.calls().length).toBeLessThanOrEqual(15);
  });

  test('one text says how many lines it has, and whether some were left out', async () => {
    await start(schema, LOGS);
    const text = { streams: ['STDOUT'], output: 'text' };
    expect(await read({ ...text, limit: 2 })).toEqual([
      { text: 'line 2498\nline 2499', lines: 2, isCut: true, runId },
    ]);
    expect(await read({ ...text, lines: 'all' })).toMatchObject([{ lines: 2_000, isCut: false }]);
    expect(await read({ ...text, streams: ['STDERR'] })).toEqual([
      { text: '', lines: 0, isCut: false, runId },
    ]);
  });

  test('the last lines of a failed run stand in its failure, without its environment', async () => {
    const description = await waited(schema, LOGS);
    expect(description).toMatch(/The last lines of the log:\nline 2498\nline 2499$/);
    expect(description).not.toContain('SECRET');
  });
});

test.each([1_000_000, 0, null])('a count of %j, which is wrong, hides nothing', async (count) => {
  const description = await waited(RECENT, { ...LOGS, countFilteredLogs: () => count });
  expect(description).toMatch(/line 2498\nline 2499$/);
  expect(platform.calls().length).toBeLessThanOrEqual(8);
});

const pagesOf100 = ({ limit, skip = 0 }: LogArguments) => ({
  content: LINES.slice(skip, skip + Math.min(limit ?? 100, 100)),
});
test.each([
  ['count is too high by 300', { ...LOGS, countFilteredLogs: () => 2_800 }],
  ['pages are shorter than asked for', { ...LOGS, filteredLogs: pagesOf100 }],
])('all of the last lines are read where the %s', async (_what, root) => {
  await start(RECENT, root);
  const last = await read({ limit: 400 });
  expect(last.map(({ index }) => index)).toEqual(LINES.slice(-400).map(({ index }) => index));
});

test.each(['none', {}])('a log of %j is an error, and a failed run says why', async (content) => {
  const text = printSchema(RECENT).replace(/(type Logs \{[^}]*content: )[^\n]+/, '$1Any');
  const schema = buildSchema(`${text} scalar Any`);
  await start(schema, { countFilteredLogs: 1, filteredLogs: { content } });
  const { error } = await perform(platform, 'jobRun.getLogs', { runId });
  expect(error?.message).toMatch(/^The platform returned .* for "filteredLogs.content"$/);
  const { error: failure } = await perform(platform, 'jobRun.wait', {
    runId,
    options: waitOptions,
  });
  expect(failure?.description).toContain('for "filteredLogs.content"');
});

test('a log without pages is read once', async () => {
  const paged = 'filteredLogs(jobInstanceID: UUID!, limit: Int, skip: Int';
  const text = printSchema(RECENT);
  expect(text).toContain(paged);
  await start(buildSchema(text.replace(paged, 'filteredLogs(jobInstanceID: UUID!')), LOGS);
  expect((await read({ limit: 2 })).map(({ index }) => index)).toEqual([2_498, 2_499]);
  expect(platform.calls()).toHaveLength(1);
});

test('paging that ignores "skip" ends, also where the count lies', async () => {
  const page = LINES.slice(0, 1_000);
  await start(RECENT, { filteredLogs: { count: 1e6, content: page } });
  expect(await read({ lines: 'all' })).toHaveLength(1_000);
  expect(platform.calls()).toHaveLength(2);
  expect(await read({ limit: 5_000 })).toHaveLength(1_000);
});

const READ_WHOLE = new Set(takeFirstCases(Object.keys(GENERATIONS), 1));

const line = { value: 'line', stream: 'STDOUT' };
const MANY = Array.from({ length: 101_000 }, (_, index) => ({ ...line, index }));

test.each(BY_NAME)('the last of 101,000 lines, and 100,000 of all: %s', async (name, schema) => {
  await start(schema, logsOf(MANY));
  const last = await read({ limit: 3 });
  expect(last.map(({ index }) => index)).toEqual([100_997, 100_998, 100_999]);
  expect(platform.calls().length).toBeLessThanOrEqual(2);
  if (!READ_WHOLE.has(name)) return;
  const all = await read({ lines: 'all', output: 'text' });
  expect(all).toMatchObject([{ lines: 100_000, isCut: true }]);
});

test('20 failed runs share the requests for their last lines', async () => {
  const instanceOf = ({ id }: { id: string }) => ({ ...failed, id });
  await start(RECENT, { ...LOGS, jobInstance: instanceOf });
  const items = Array.from({ length: 20 }, (_, n) => ({ json: { runId: uuid(n) } }));
  const options = { ...waitOptions, onFailure: 'output' };
  const parameters = { runId: '={{ $json.runId }}', options };
  const json = await performed(platform, 'jobRun.wait', parameters, { items });
  const lastLogLines = ['line 2498', 'line 2499'];
  expect(json).toMatchObject(items.map(() => ({ lastLogLines })));
  // The runs, how long their logs are, and the lines.
  expect(platform.calls().length).toBeLessThanOrEqual(4);
});

test.each([
  [10, [20]],
  [1_000, Array(20).fill(1)],
])('of 20 logs, pages of %i lines share requests as %j', async (limit, logsPerRequest) => {
  await start(RECENT, logsOf(LINES.slice(0, 5)));
  const items = Array.from({ length: 20 }, (_, n) => ({ json: { runId: uuid(n) } }));
  const parameters = { runId: '={{ $json.runId }}', lines: 'first', limit };
  await performed(platform, 'jobRun.getLogs', parameters, { items });
  const lines = platform.calls().filter((body) => body.includes('content'));
  expect(lines.map((body) => body.split('content').length - 1)).toEqual(logsPerRequest);
});

describe('lines of 2 million characters', () => {
  const LARGE = Array.from({ length: 20 }, (_, index) => ({
    ...line,
    index,
    value: `${index}`.padEnd(2_000_000, '.'),
  }));

  test('are cut in a failed run, with marks', async () => {
    await start(RECENT, logsOf(LARGE));
    const options = { ...waitOptions, logLines: 20, onFailure: 'output' };
    const [run] = await performed(platform, 'jobRun.wait', { runId, options });
    const { lastLogLines } = run as { lastLogLines: string[] };
    expect(lastLogLines[0]).toBe('… (earlier lines left out)');
    expect(lastLogLines.at(-1)).toMatch(/^19\.+… \(1990000 more characters\)$/);
    expect(lastLogLines).toHaveLength(10);
    expect(JSON.stringify(run).length).toBeLessThan(110_000);
  });

  test.each([
    ['last', Array.from({ length: 9 }, (_, n) => n + 11)],
    ['all', Array.from({ length: 9 }, (_, n) => n)],
  ])('Get Logs of %s returns those that fit, and says so', async (lines, indexes) => {
    await start(RECENT, logsOf(LARGE));
    const { json, run } = await perform(platform, 'jobRun.getLogs', { runId, lines, limit: 15 });
    expect(json.map(({ index }) => index)).toEqual(indexes);
    expect(json.every(({ isCut }) => isCut === true)).toBe(true);
    const hints = run.data.resultData.runData.Node?.[0]?.hints ?? [];
    expect(hints).toMatchObject([{ message: expect.stringContaining('20 million characters') }]);
  });
});

/** Output of these lines for an agent, with the hint. */
function forAgent(lines: string[], which: 'first' | 'last') {
  const hints: string[] = [];
  const addExecutionHints = ({ message }: { message: string }) => void hints.push(message);
  const execution = { isToolExecution: () => true, addExecutionHints };
  const part = { lines: lines.map((value) => ({ value })), isCut: false };
  const call = { execution, parameters: {} };
  const [item] = buildLogItems(call as never, part, { which, limit: 100 }, { runId: 'r' });
  return { ...item?.json, hint: hints.join() };
}

const LONG = `first${'.'.repeat(99_991)}last`;

const hint = expect.stringContaining('A tool returns up to 100,000 characters.') as string;
const CUT = { lines: 1, isCut: true, hint };

test.each([
  ['as much as it reads', ['', LONG.slice(1)], 'last', { lines: 2, isCut: false }],
  ['no line more', ['', LONG], 'last', CUT],
  ['the end of a line', [`no${LONG}`], 'last', { ...CUT, text: `…${LONG.slice(1)}` }],
  ['the start of one', [`${LONG}no`], 'first', { ...CUT, text: `${LONG.slice(0, -1)}…` }],
] as const)('an agent gets %s', (_what, lines, which, part) => {
  expect(forAgent([...lines], which)).toMatchObject(part);
});

const LAST = 'Set "Lines" to "Last" to get the last lines.';
const IS_CUT = 'lines of a log were returned. The field "isCut" shows which logs are affected.';

const MORE = 'Increase the limit to get more.';

test.each([
  ['last', 2, `the last ${IS_CUT} ${MORE}`],
  ['first', 2, `the first ${IS_CUT} ${MORE} ${LAST}`],
  ['last', 3, `the last ${IS_CUT}`],
  ['all', 2, `the first ${IS_CUT} ${LAST}`],
])('of the %s lines (limit %i), a hint says once what was left out', (which, limit, shown) => {
  const hints: object[] = [];
  const execution = {
    isToolExecution: () => false,
    getNode: () => ({ type: 'dataPlatformProjects' }),
    addExecutionHints: (...added: object[]) => void hints.push(...added),
  };
  const lines = ['a', 'b'].map((value) => ({ value, stream: 'STDOUT' }));
  const call = { execution, parameters: { choice: () => 'items' } };
  const read = () =>
    buildLogItems(call as never, { lines, isCut: true }, { which, limit } as never, { runId: 'r' });
  // A second log of the same node.
  const [items] = [read(), read()];
  const json = lines.map((line) => ({ ...line, isCut: true, runId: 'r' }));
  expect(items).toEqual(json.map((line) => ({ json: line })));
  const message = `Some lines were left out: only ${shown}`;
  expect(hints).toEqual([{ message, location: 'outputPane' }]);
});

test('a stream is sent as it is where the schema names none', () => {
  expect(toStreamValue({ type: GraphQLString } as never, 'STDERR')).toBe('STDERR');
});
