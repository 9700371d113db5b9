import { perform, performed, startOther, type Platformlike } from '../support';
import { firstCases } from '../../../support/cases';
import { GENERATIONS, RECENT } from '../../../support/generationSchemas';
import { jobInstance } from '../../../support/jobInstances';
import { uuid } from '../../../support/ids';

/** Logs as deployed platforms return them. */

interface LogArguments {
  limit?: number;
  skip?: number;
  streams?: string[];
  stream?: string;
}

const LINES = Array.from({ length: 2_500 }, (_, index) => ({
  index,
  value: index % 5 === 0 ? `SECRET_${index}` : `line ${index}`,
  stream: index % 5 === 0 ? 'ENVVARS_STDOUT' : 'STDOUT',
}));

function logsOf(lines: typeof LINES) {
  const ofStreams = ({ streams, stream }: LogArguments) =>
    lines.filter((line) => streams?.includes(line.stream) ?? (!stream || line.stream === stream));
  const logs = (args: LogArguments) => {
    const { limit = Infinity, skip = 0 } = args;
    const content = ofStreams(args);
    return { count: content.length, content: content.slice(skip, skip + limit) };
  };
  const count = (args: LogArguments) => ofStreams(args).length;
  return { logs, filteredLogs: logs, countFilteredLogs: count, countLogs: count };
}
const failed = jobInstance(1, { status: 'FAILED', statusDetails: 'exit 6' });
const LOGS = logsOf(LINES);

let platform: Awaited<ReturnType<typeof startOther>>;
afterEach(() => platform.close());

async function on(schema: Parameters<typeof startOther>[0], root: object) {
  platform = await startOther(schema, { jobInstance: failed, ...root });
  return platform as Platformlike;
}

const runId = uuid(1);
const waitOptions = { options: { pollInterval: 1, logLines: 2 } };

describe.each(Object.entries(GENERATIONS))('%s', (_name, schema) => {
  test('a log comes whole, and by stream', async () => {
    const other = await on(schema, LOGS);
    const all = await performed(other, 'jobRun.getLogs', { runId, lines: 'all' });
    expect(all).toEqual(LINES.map((line) => ({ ...line, isCut: false, runId })));
    for (const streams of [['STDOUT'], ['STDOUT', 'STDERR']]) {
      const read = async (lines: string) => {
        const parameters = { runId, streams, lines, limit: 2 };
        const json = await performed(other, 'jobRun.getLogs', parameters);
        return json.map(({ value, isCut }) => [value, isCut].join());
      };
      expect(await read('first')).toEqual(['line 1,true', 'line 2,true']);
      expect(await read('last')).toEqual(['line 2498,true', 'line 2499,true']);
    }
  });

  test('the last 50 lines are the last ones, in two requests', async () => {
    const other = await on(schema, LOGS);
    const last = await performed(other, 'jobRun.getLogs', { runId });
    expect(last).toEqual(LINES.slice(-50).map((line) => ({ ...line, isCut: true, runId })));
    expect(platform.calls().length).toBeLessThanOrEqual(2);
  });

  test('lines of one stream far from the end are found', async () => {
    const rare = LINES.map((line, n) => (n < 3 ? { ...line, stream: 'STDERR' } : line));
    const other = await on(schema, logsOf(rare));
    const parameters = { runId, streams: ['STDERR', 'ORCHESTRATION_STDERR'], limit: 2 };
    const last = await performed(other, 'jobRun.getLogs', parameters);
    expect(last.map(({ index, isCut }) => [index, isCut])).toEqual([
      [1, true],
      [2, true],
    ]);
    const all = await performed(other, 'jobRun.getLogs', { ...parameters, limit: 10 });
    expect(all.map(({ index, isCut }) => [index, isCut])).toEqual([0, 1, 2].map((n) => [n, false]));
  });

  test('one text says how many lines it has, and whether some were left out', async () => {
    const other = await on(schema, LOGS);
    const text = { runId, streams: ['STDOUT'], output: 'text' };
    expect(await performed(other, 'jobRun.getLogs', { ...text, limit: 2 })).toEqual([
      { text: 'line 2498\nline 2499', lines: 2, isCut: true, runId },
    ]);
    const [whole] = await performed(other, 'jobRun.getLogs', { ...text, lines: 'all' });
    expect(whole).toMatchObject({ lines: 2_000, isCut: false });
    const nothing = { ...text, streams: ['STDERR'] };
    expect(await performed(other, 'jobRun.getLogs', nothing)).toEqual([
      { text: '', lines: 0, isCut: false, runId },
    ]);
  });

  test('the last lines of a failed run stand in its failure, without its environment', async () => {
    const { error } = await perform(await on(schema, LOGS), 'jobRun.wait', {
      runId,
      ...waitOptions,
    });
    expect(error?.description).toMatch(/The last lines of the log:\nline 2498\nline 2499$/);
    expect(error?.description).not.toContain('SECRET');
  });
});

test('a log that cannot be read is reported as that', async () => {
  const refuse = () => {
    throw new Error('No rights to read logs');
  };
  const other = await on(RECENT, { filteredLogs: refuse, countFilteredLogs: refuse });
  const { error } = await perform(other, 'jobRun.wait', { runId, ...waitOptions });
  expect(error?.description).toContain(
    'The log could not be read: The platform responded: No rights to read logs',
  );
});

test.each([
  ['a count that is too high', { countFilteredLogs: () => 1_000_000 }],
  ['a count that is too low', { countFilteredLogs: () => 0 }],
  ['a count that is none', { countFilteredLogs: () => null }],
])('%s hides nothing', async (_name, lie) => {
  const { error } = await perform(await on(RECENT, { ...LOGS, ...lie }), 'jobRun.wait', {
    runId,
    ...waitOptions,
  });
  expect(error?.description).toMatch(/line 2498\nline 2499$/);
});

test('paging that ignores "skip" ends, also where the count lies', async () => {
  const page = LINES.slice(0, 1_000);
  const other = await on(RECENT, { filteredLogs: { count: 1e6, content: page } });
  const json = await performed(other, 'jobRun.getLogs', { runId, lines: 'all' });
  expect(json).toHaveLength(1_000);
  expect(platform.calls()).toHaveLength(2);
  expect(await performed(other, 'jobRun.getLogs', { runId, limit: 5_000 })).toHaveLength(1_000);
});

const MANY = Array.from({ length: 101_000 }, (_, index) => ({
  index,
  value: `line ${index}`,
  stream: 'STDOUT',
}));
const READ_WHOLE = new Set(firstCases(Object.keys(GENERATIONS), 1));

test.each(Object.entries(GENERATIONS))(
  'the last of 101,000 lines, and the first 100,000 of all: %s',
  async (name, schema) => {
    const other = await on(schema, logsOf(MANY));
    const last = await performed(other, 'jobRun.getLogs', { runId, limit: 3 });
    expect(last.map(({ index }) => index)).toEqual([100_997, 100_998, 100_999]);
    expect(platform.calls().length).toBeLessThanOrEqual(2);
    if (!READ_WHOLE.has(name)) return;
    const [all] = await performed(other, 'jobRun.getLogs', { runId, lines: 'all', output: 'text' });
    expect(all).toMatchObject({ lines: 100_000, isCut: true });
  },
  60_000,
);

test('20 failed runs share the requests for their last lines', async () => {
  const jobInstanceOf = ({ id }: { id: string }) =>
    jobInstance(Number(id.slice(-4)), { status: 'FAILED' });
  const other = await on(RECENT, { ...LOGS, jobInstance: jobInstanceOf });
  const items = Array.from({ length: 20 }, (_, n) => ({ json: { runId: uuid(n) } }));
  const options = { ...waitOptions.options, onFailure: 'output' };
  const json = await performed(
    other,
    'jobRun.wait',
    { runId: '={{ $json.runId }}', options },
    { items },
  );
  expect(json.map(({ lastLogLines }) => lastLogLines)).toEqual(
    items.map(() => ['line 2498', 'line 2499']),
  );
  // The runs, how long their logs are, and the lines.
  expect(platform.calls().length).toBeLessThanOrEqual(4);
});
