import { validateFiles } from '../../platform/projectFiles/validate';
import { readListing } from '../support/readListing';
import { findCause, selectExcerpt, findExitCode } from '../../platform/diagnosis/causes';
import { parseGraphql } from '../../platform/graphql/document/parseText';
import { readGraphqlResponse } from '../../platform/graphql/send/response';
import { parseQuery } from '../../platform/graphql/call/userQuery';
import { writtenFields } from '../../platform/graphql/selection/supported';
import { findSignOfMorePages } from '../../platform/http/morePages';
import { readRetryAfter } from '../../platform/http/response';
import { isLoginPage, readBlockPage } from '../../platform/http/gatewayPages';
import { statusError } from '../../platform/http/failures';
import { toPlainJson } from '../../platform/common/input/plainJson';
import { readPrintedObjects } from '../../platform/cluster/objects';
import { MAX_SETTINGS_FILE_MIB } from '../../platform/projectFiles/files/readJson';
import { Glob, findGlobProblem } from '../../platform/projectFiles/files/globs';
import { toSafeFileName } from '../../platform/projectFiles/files/names';
import { readVariablesToSet } from '../../platform/resources/environmentVariable/readVariablesToSet';
import { isSameGraph } from '../../platform/resources/pipeline/graph';
import { JOB_RUNS } from '../../platform/runs/kinds';
import { parseTimeMs } from '../../platform/runs/read/times';
import { toRunVariables } from '../../platform/runs/read/variables';
import { readQuietDates } from '../../platform/runs/schedules/readQuietDates';
import { loadScheduleReader } from '../../platform/runs/schedules/scheduleReader';
import { findTokens } from '../../platform/session/loginToken';
import { readSessionEnd } from '../../platform/session/sessionEnd';
import { readStrictJson } from '../../platform/common/text/strictJson';
import { parseExactJson } from '../../platform/common/text/exactJson';
import { excerpt } from '../../platform/common/text/text';
import { readPem } from '../../platform/http/tls/pem';
import { takeFirstCases } from '../support/cases';
import { measureCost, MAX_BLOCKED_MS } from '../support/eventLoop';
import { given, projectFiles } from './projectFiles/support';
import { buildDescriptionHtml } from '../../nodes/shared/errors/errors';

/** Reads a text of about so many bytes, of the kind that is the worst for it. */
type Reader = (bytes: number) => () => unknown;

const URL_OF_PLATFORM = new URL('https://platform.test/graphql');
const SECRETS = ['S3cr"et\\token', 'x'.repeat(100_000)];
/** A text of a length, of pieces. */
const text = (bytes: number, piece: string, start = '', end = '') =>
  start + piece.repeat(Math.ceil(bytes / piece.length)) + end;
const list = <T>(bytes: number, each: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.ceil(bytes / each) }, (_, index) => make(index));
const json = (value: unknown) => JSON.stringify(value, undefined, 1);
const nested = (bytes: number) => text(bytes / 2, '[') + text(bytes / 2, ']');
const responseOf = (text: string, status: number, headers = {}) => ({ status, headers, text });
const page = (body: string, status = 403) =>
  responseOf(`<html><body>${body}`, status, { 'content-type': 'text/html' });

const project =
  (make: (bytes: number) => Record<string, string>): Reader =>
  (bytes) => {
    const files = given(projectFiles(make(bytes)));
    const largest = Math.max(...files.map(({ content }) => content.size));
    if (largest > MAX_SETTINGS_FILE_MIB * 1024 * 1024) throw new Error('It would not be read');
    return async () => await validateFiles(files);
  };
const job = (fields: object) => json({ name: 'Load', category: 'x', ...fields });
const record = <T>(bytes: number, each: number, make: (index: number) => [string, T]) =>
  Object.fromEntries(list(bytes, each, make));
const numbered = (bytes: number) => record(bytes, 15, (index) => [`f${index}`, 1]);
const graph = (nodes: ReadonlyArray<{ node: string; next: string[] }>) =>
  json({
    name: 'Daily',
    version: { graph: { jobs: nodes.map((node) => ({ ...node, job: 'Load' })) } },
  });
const row = (bytes: number) =>
  list(bytes, 92, (index) => ({ node: `${index}`, next: [`${index + 1}`] })).map(
    (node, index, all) => (index + 1 === all.length ? { ...node, next: [] } : node),
  );
/** Each node comes after all before it: 275 nodes, more than anybody draws, for the largest size. */
const dense = (bytes: number) => {
  const count = Math.ceil(Math.sqrt(bytes / 13.2));
  return Array.from({ length: count }, (_, index) => ({
    node: `${index}`,
    next: Array.from({ length: index }, (_next, to) => `${to}`),
  }));
};
const withJob = (name: string, file: string) => ({ 'jobs/Load.json': job({}), [name]: file });
const withTarget = (jobs: object) => withJob('targets/a.json', json({ jobs }));

/** The parser is graphql's, and nobody writes more. */
const LONGEST_QUERY = 400_000;

const READERS = Object.entries<Reader>({
  'unknown fields of a job': project((bytes) => ({ 'jobs/Load.json': job(numbered(bytes)) })),
  'unknown things of a target file': project((bytes) =>
    withTarget(record(bytes, 17, (n) => [`j${n}`, {}])),
  ),
  'variables for all jobs in a target file': project((bytes) => ({
    ...record(bytes, 100, (n) => [`jobs/${n}.json`, job({ variables: [{ name: 'A' }] })]),
    ...withTarget({ '*': { variables: record(bytes, 20, (n) => [`V${n}`, {}]) } }),
  })),
  'many jobs with packages': project((bytes) =>
    Object.fromEntries(
      list(Math.min(bytes, 600_000), 150, (n) => [
        [`jobs/${n}.json`, job({ version: { package: 'a.py' } })],
        [`jobs/${n}/a.py`, 'x'],
      ]).flat(),
    ),
  ),
  'a deep condition': project((bytes) =>
    withJob(
      'pipelines/a.json',
      `{"name":"A","version":{"graph":{"jobs":[{"node":"a","job":"Load"}],"conditions":[{"node":"b","condition":{"expression":"x","y":${nested(bytes)}}}]}}}`,
    ),
  ),
  'a deep patch': project((bytes) =>
    withJob('targets/a.json', `{"jobs":{"Load":{"alerting":${nested(bytes)}}}}`),
  ),
  'a cron of many entries': project((bytes) => ({
    'jobs/Load.json': job({ cronScheduling: text(bytes, '1-5/', '', ' * * * *') }),
  })),
  'a cron of spaces': project((bytes) => ({
    'jobs/Load.json': job({ cronScheduling: text(bytes / 2, '\t', '1', '1') }),
  })),
  'a graph of many edges': project((bytes) => withJob('pipelines/a.json', graph(dense(bytes)))),
  'a large loop': project((bytes) => {
    const nodes = row(bytes);
    nodes.at(-1)?.next.push('0');
    return withJob('pipelines/a.json', graph(nodes));
  }),
  'jobs that no file has': project((bytes) => ({
    'pipelines/a.json': json({
      name: 'A',
      version: { graph: { jobs: list(bytes, 58, (n) => ({ node: `${n}`, job: `j${n}` })) } },
    }),
    ...record(bytes, 100, (n) => [`jobs/${n}.json`, job({})]),
  })),
  'many globs of protect': project((bytes) => ({
    'project.json': json({ format: 1, protect: list(bytes, 17, () => 'jobs/*a*a*') }),
  })),
  'a path of folders': (bytes) => {
    const files = given(projectFiles({ [text(bytes, '/__MACOSX/', '\n', '\n/x')]: '' }));
    return async () => await validateFiles(files);
  },

  'a glob': (bytes) => () => findGlobProblem(text(bytes, '*a')),
  'a glob and a long path': (bytes) => {
    const [glob, path] = [new Glob('jobs/*aaaaaaaab'), text(bytes, 'a', 'jobs/')];
    return () => glob.matches(path);
  },
  'a name as the name of a file': (bytes) => () => toSafeFileName(text(bytes, '.', 'a', 'a')),
  'a repeated name in JSON': (bytes) => {
    const given = json(numbered(bytes));
    return () => readStrictJson(given);
  },
  'deep JSON': (bytes) => {
    const json = nested(bytes);
    return () => readStrictJson(json);
  },
  'a deep value of an expression': (bytes) => {
    const value: unknown = JSON.parse(nested(bytes));
    return () => toPlainJson(value, 'Variables');
  },
  'lines of a .env file': (bytes) => () =>
    readVariablesToSet('env', text(bytes, 'A="x\n', '', '"')),
  'a comment of a .env file': (bytes) => () =>
    readVariablesToSet('env', text(bytes, ' #', 'A=', '\u2028')),
  'a quoted value of a .env file': (bytes) => () =>
    readVariablesToSet('env', text(bytes, '\\"', 'A="', '"')),
  'large numbers in JSON': (bytes) => () =>
    parseExactJson(text(bytes, '1234567890123456789,', '{"a":[', '0]}')),
  'texts before a large number in JSON': (bytes) => () =>
    parseExactJson(text(bytes, '"\\"" ,', '[', '1234567890123456789]')),
  'comments of a .env file': (bytes) => () =>
    readVariablesToSet('env', text(bytes, '#\n', '', '=')),
  'a graph of the platform, dense': (bytes) => {
    const jobNodes = dense(bytes).map(({ node, next }) => ({
      id: node,
      jobId: 'a',
      nextNodes: next,
    }));
    const given = { jobNodes, conditionNodes: [] };
    return () => isSameGraph(given, given);
  },
  'a time of a run': (bytes) => () => parseTimeMs(text(bytes, '[')),
  'variables of a run': (bytes) => {
    const variables = list(bytes, 40, (n) => ({ key: 'A', value: n, isPassword: false }));
    const run = { id: 'r', status: 'SUCCEEDED', executionVariablesOutput: variables };
    return () => toRunVariables(JOB_RUNS, run);
  },
  'a line of a log': (bytes) => {
    const value = text(bytes, 'environment variable A exited with can’t open ');
    return () => [findCause(value), findExitCode(value), selectExcerpt([{ value }])];
  },
  'quiet dates': (bytes) => () => readQuietDates(text(bytes, '2026-12-25-')),
  'a calendar of events': (bytes) => () =>
    readQuietDates(
      text(bytes, 'BEGIN:VEVENT\nDTSTART:20261225\nEND:VEVENT\n', 'BEGIN:VCALENDAR\n'),
    ),
  'a calendar of folded lines': (bytes) => () =>
    readQuietDates(text(bytes, '\n ', 'BEGIN:VCALENDAR\nSUMMARY:')),
  'a time of a run with words': (bytes) => () => parseTimeMs(text(bytes, '(a ')),
  'Retry-After': (bytes) => () => readRetryAfter(text(bytes, '1 ')),
  'links to pages': (bytes) => () =>
    findSignOfMorePages({}, 0, { link: text(bytes, '<a>; rel="prev", ') }),
  'a token': (bytes) => () => findTokens({ text: text(bytes, '{"token":'), headers: {} }),
  'printed nodes': (bytes) => () => readPrintedObjects(nested(bytes)),
  'a certificate': (bytes) => () => readPem(text(bytes, '-----BEGIN A-----'), /^A$/),
  'a certificate of hyphens': (bytes) => () =>
    readPem(text(bytes, '-a', '-----BEGIN A-----'), /^A$/),
  'a key with headers': (bytes) => () =>
    readPem(text(bytes, ' ', '-----BEGIN A-----Proc-Type:', '-----END A-----'), /^A$/),
  'a listing': (bytes) => {
    const given = json(list(bytes, 40, (n) => ({ name: `f${n}`, type: 'file' })));
    return () => readListing(given, '/' as never);
  },
  'a listing of one long path': (bytes) => () =>
    readListing(json([text(bytes, 'a/')]), '/' as never),

  'an error text of encodings': (bytes) => () => excerpt(text(bytes, '\\u0041'), SECRETS),
  'an error text of beginnings': (bytes) => () => excerpt(text(bytes, '\\'), ['"\\"\\"\\"']),
  'an error text of entities': (bytes) => () => excerpt(text(bytes, '&amp;'), SECRETS),
  'an error text of logins': (bytes) => () => excerpt(text(bytes, 'bearer '), SECRETS),
  'a description': (bytes) => () => buildDescriptionHtml(text(bytes, ' \t<', '\n')),
  'an error page of tags': (bytes) => () =>
    statusError(URL_OF_PLATFORM, page(text(bytes, '<script '), 500), SECRETS),
  'an error page of titles': (bytes) => () =>
    statusError(URL_OF_PLATFORM, page(text(bytes, '<title'), 500), SECRETS),
  'a page of a firewall': (bytes) => () =>
    readBlockPage(page(text(bytes, 'support id is : ')), SECRETS),
  'a page of spaces': (bytes) => () => readBlockPage(page(text(bytes, ' ', 'support id')), SECRETS),
  'a page of a login': (bytes) => () => isLoginPage(page(text(bytes, 'url="'), 200)),
  'a session that ends': (bytes) => () =>
    readSessionEnd(responseOf(text(bytes, '{"errors":'), 200)),
  'an error that shows values of names': (bytes) => {
    const message = text(bytes, ` at "a`, 'x got invalid value ');
    const response = responseOf(JSON.stringify({ errors: [{ message }] }), 200);
    return () => readGraphqlResponse(URL_OF_PLATFORM, { response }, SECRETS);
  },

  'fields of a query': (bytes) => () =>
    parseQuery(text(Math.min(bytes, LONGEST_QUERY), 'a ', '{', '}')),
  'levels of a query': (bytes) => () => parseQuery(text(bytes, '{a')),
  'a query of comments': (bytes) => () => parseGraphql(text(bytes, '#\n', '', '{a}'), 'query'),
  'fields as written': (bytes) => () => writtenFields(text(bytes, 'a ')),
  'fields as paths': (bytes) => () => writtenFields(text(bytes, 'a.')),

  'crons of a platform': (bytes) => async () =>
    (await loadScheduleReader())({ cron: text(bytes, '1,', '', ' * * * *') }),
  'a time zone': (bytes) => async () =>
    (await loadScheduleReader())({ cron: '0 0 * * *', timezone: text(bytes, 'a/') }),
});

/** Refusals are fine; what calls itself for each level until the stack ends is not. */
async function run(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if ((error as Error).name === 'RangeError') throw error;
  }
}

/** Shorter times are too short to measure. */
const NOISE_MS = 8;

/** In bytes, each ten times the one before. */
const SIZES = takeFirstCases([10_000, 100_000, 1_000_000], 2);

test.each(READERS)('%s: the time grows as the text does', async (_name, reader) => {
  let smaller = Infinity;
  for (const bytes of SIZES) {
    const work = reader(bytes);
    const maxWorkMs = 40 * Math.max(smaller, NOISE_MS);
    const { workMs, blockedMs } = await measureCost(async () => await run(work), { maxWorkMs });
    expect(workMs).toBeLessThan(maxWorkMs);
    expect(blockedMs).toBeLessThan(MAX_BLOCKED_MS);
    smaller = workMs;
  }
});
