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
const ended = says('The instance has already ended');

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
        return sendJson(response, { data: { jobInstance: jobInstance(1, { status }) } });
      }
      stops[Math.min(sent++, stops.length - 1)]?.(response);
    }),
  );
});
afterEach(async () => {
  clock.restore();
  await server.close();
});

type Outcome = 'stopped' | 'refused' | 'unknown';
const OUTCOMES: Record<Outcome, object> = {
  stopped: { id: RUN, status: 'KILLED' },
  refused: { reach: 'answered', message: expect.not.stringContaining('not known') },
  unknown: {
    name: 'OutcomeUnknownError',
    hint: expect.stringContaining('It is safe to repeat this'),
  },
};

const stop = async (mayHaveBeenMade = false): Promise<unknown> => {
  const { projects } = Platform.connect(credentialFor(server.baseUrl));
  return await stopRun(projects, JOB_RUNS, RUN, {}, mayHaveBeenMade).catch(
    (error: unknown) => error,
  );
};

describe.each<[string, Answer]>([
  ['"already ended"', ended],
  ['"is not running"', says('Job instance is not running')],
  ['"unknown"', says('Unknown job instance')],
  ['404 in its own words', says('Job instance not found', 404)],
  ['"false"', (response) => sendJson(response, { data: { stopJobInstance: false } })],
])('the platform says %s', (_name, answer) => {
  test.each<[string, Outcome, Answer[], boolean]>([
    ['after an attempt whose response was lost', 'stopped', [lost], false],
    ['at once, and an earlier try may have stopped it', 'stopped', [], true],
    ['at once', 'refused', [], false],
    ['after an attempt that certainly did nothing', 'refused', [notConnected], false],
  ])('%s: %s', async (_when, outcome, before, mayHaveBeenMade) => {
    stops = [...before, answer];
    expect(await stop(mayHaveBeenMade)).toMatchObject(OUTCOMES[outcome]);
    expect(sent).toBe(stops.length);
  });
});

test.each<[string, Outcome, Answer[]]>([
  ['a gateway responds, then the platform says that it has ended', 'stopped', [gateway, ended]],
  ['the response breaks off, then the platform says so', 'stopped', [cutShort, ended]],
  ['every response is lost', 'unknown', [lost]],
  ['only gateways respond', 'unknown', [gateway]],
  ['a gateway knows no such page after a lost response', 'unknown', [lost, pageNotFound]],
  ['it is refused for another reason after that', 'unknown', [lost, says('Not allowed')]],
])('%s: %s', async (_name, outcome, answers) => {
  stops = answers;
  expect(await stop()).toMatchObject(OUTCOMES[outcome]);
});

test.each([
  ['RUNNING', OUTCOMES.unknown],
  ['KILLING', { status: 'KILLING' }],
  ['SUCCEEDED', { status: 'SUCCEEDED' }],
])('reported as ended after a lost response, and %s', async (now, outcome) => {
  status = now;
  stops = [lost, ended];
  expect(await stop()).toMatchObject(outcome);
});
