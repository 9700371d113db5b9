import { introspectionFromSchema } from 'graphql';
import type { ServerResponse } from 'node:http';
import { Platform } from '../../../../platform/connection/platform';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { stopRun } from '../../../../platform/runs/change/stopRun';
import { jobInstance } from '../../../support/jobInstances';
import { RECENT } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
import { TestClock } from '../../../support/testClock';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../../support/rawServer';

type Answer = (response: ServerResponse) => void;

const RUN = uuid(1);
const says =
  (message: string, status = 200): Answer =>
  (response) =>
    sendJson(response, { data: null, errors: [{ message, path: ['stopJobInstance'] }] }, status);

const lost: Answer = (response) => void response.destroy();
const gateway: Answer = (response) =>
  void response.writeHead(502).end('<html><title>Bad Gateway</title></html>');
const cutShort: Answer = (response) => void response.end('{"data":{"stopJob');
const notConnected: Answer = (response) =>
  void response.writeHead(429, { 'retry-after': '0' }).end();
const pageNotFound: Answer = (response) =>
  void response.writeHead(404).end('<html><title>Not Found</title></html>');
const ENDED: Array<[string, Answer]> = [
  ['"already ended"', says('The instance has already ended')],
  ['"is not running"', says('Job instance is not running')],
  ['"unknown"', says('Unknown job instance')],
  ['404 in its own words', says('Job instance not found', 404)],
  ['"false"', (response) => sendJson(response, { data: { stopJobInstance: false } })],
];

let server: RawServer;
let stops: Answer[];
let sent: number;
let status: string;
let clock: TestClock;
beforeEach(async () => {
  clock = new TestClock().run();
  [stops, sent, status] = [[], 0, 'KILLED'];
  server = await startRawServer(
    withLogin(({ body }, response) => {
      if (body.includes('__schema')) {
        return sendJson(response, { data: introspectionFromSchema(RECENT) });
      }
      if (!body.includes('mutation')) {
        const run = jobInstance(1, { status });
        return sendJson(response, { data: { jobInstance: run } });
      }
      const answer = stops[Math.min(sent++, stops.length - 1)];
      answer?.(response);
    }),
  );
});
afterEach(async () => {
  clock.restore();
  await server.close();
});

const stop = async (mayHaveBeenMade?: boolean) => {
  const { projects } = Platform.connect(credentialFor(server.baseUrl));
  return await stopRun(projects, JOB_RUNS, RUN, {}, mayHaveBeenMade);
};

describe.each(ENDED)('the platform says %s', (_name, ended) => {
  test.each<[string, Answer[], boolean]>([
    ['after an attempt whose response was lost', [lost, ended], false],
    ['at once, and an earlier try may have stopped it', [ended], true],
  ])('%s: it was stopped', async (_when, responses, mayHaveBeenMade) => {
    stops = responses;
    await expect(stop(mayHaveBeenMade)).resolves.toMatchObject({ id: RUN, status: 'KILLED' });
    expect(sent).toBe(responses.length);
  });

  test.each<[string, Answer[]]>([
    ['at once', [ended]],
    ['after an attempt that certainly did nothing', [notConnected, ended]],
  ])('%s: an error', async (_when, responses) => {
    stops = responses;
    const error: unknown = await stop().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      reach: 'answered',
      message: expect.not.stringContaining('not known'),
    });
    expect(sent).toBe(responses.length);
  });
});

test.each<[string, Answer]>([
  ['a gateway responds', gateway],
  ['the response breaks off', cutShort],
])('%s, then the platform says that it has ended: it was stopped', async (_how, first) => {
  stops = [first, says('The instance has already ended')];
  await expect(stop()).resolves.toMatchObject({ id: RUN, status: 'KILLED' });
});

test.each<[string, Answer[]]>([
  ['every response is lost', [lost]],
  ['only gateways respond', [gateway]],
  ['a gateway knows no such page after a lost response', [lost, pageNotFound]],
  ['the platform refuses for another reason after a lost response', [lost, says('Not allowed')]],
])('%s: it is not known whether it was stopped', async (_name, answers) => {
  stops = answers;
  await expect(stop()).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    hint: expect.stringContaining('It is safe to repeat this'),
  });
});

test.each([
  ['RUNNING', 'rejects'],
  ['KILLING', 'resolves'],
  ['SUCCEEDED', 'resolves'],
] as const)('reported as ended after a lost response, and %s: %s', async (now, outcome) => {
  status = now;
  stops = [lost, says('The instance has already ended')];
  await expect(stop())[outcome].toMatchObject(
    outcome === 'resolves' ? { status: now } : { name: 'OutcomeUnknownError' },
  );
});
