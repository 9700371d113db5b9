import { buildSchema, printSchema } from 'graphql';
import { perform, performed, startOther, type Platformlike } from '../support';
import { GENERATIONS, jobInstance, RECENT, uuid } from './generations';

/** Logs as deployed platforms tell them. */

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

const ofStreams = ({ streams, stream }: LogArguments) =>
  LINES.filter((line) => streams?.includes(line.stream) ?? (!stream || line.stream === stream));
const logs = (args: LogArguments) => {
  const { limit = Infinity, skip = 0 } = args;
  const content = ofStreams(args);
  return { count: content.length, content: content.slice(skip, skip + limit) };
};
const count = (args: LogArguments) => ofStreams(args).length;
const failed = jobInstance(1, { status: 'FAILED', statusDetails: 'exit 6' });
const LOGS = { logs, filteredLogs: logs, countFilteredLogs: count, countLogs: count };

let platform: Awaited<ReturnType<typeof startOther>>;
afterEach(() => platform.close());

async function on(schema: Parameters<typeof startOther>[0], root: object) {
  platform = await startOther(schema, { jobInstance: failed, ...root });
  return platform as Platformlike;
}

const runId = uuid(1);
const waitOptions = { options: { pollInterval: 1, logLines: 2 } };

const LIST = buildSchema(
  printSchema(RECENT).replace(/(filteredLogs\([^)]*\)): Logs/, '$1: [Log!]'),
);
const SCHEMAS = { ...GENERATIONS, LIST };
const rootOf = (name: string) =>
  name === 'LIST' ? { ...LOGS, filteredLogs: (args: LogArguments) => logs(args).content } : LOGS;

describe.each(Object.entries(SCHEMAS))('%s', (name, schema) => {
  test('a log comes whole, and by stream', async () => {
    const other = await on(schema, rootOf(name));
    const all = await performed(other, 'jobRun.getLogs', { runId, returnAll: true });
    expect(all).toEqual(LINES.map((line) => ({ ...line, runId })));
    const one = { runId, streams: ['STDOUT'], limit: 2 };
    const some = await performed(other, 'jobRun.getLogs', one);
    expect(some.map(({ value }) => value)).toEqual(['line 1', 'line 2']);
    const two = { runId, streams: ['STDOUT', 'STDERR'], limit: 2 };
    const more = await performed(other, 'jobRun.getLogs', two);
    expect(more.map(({ value }) => value)).toEqual(['line 1', 'line 2']);
  });

  test('the last lines of a failed run stand in its failure, without its environment', async () => {
    const { error } = await perform(await on(schema, rootOf(name)), 'jobRun.wait', {
      runId,
      ...waitOptions,
    });
    expect(error?.description).toMatch(/The last lines of the log:\nline 2498\nline 2499$/);
    expect(error?.description).not.toContain('SECRET');
  });
});

test('a log that cannot be read is said to be that', async () => {
  const refuse = () => {
    throw new Error('No rights to read logs');
  };
  const other = await on(RECENT, { filteredLogs: refuse, countFilteredLogs: refuse });
  const { error } = await perform(other, 'jobRun.wait', { runId, ...waitOptions });
  expect(error?.description).toContain(
    'The log could not be read: The platform answered: No rights to read logs',
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
  const json = await performed(other, 'jobRun.getLogs', { runId, returnAll: true });
  expect(json).toHaveLength(1_000);
  expect(platform.calls()).toHaveLength(2);
});
