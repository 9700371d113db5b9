import { introspectionFromSchema } from 'graphql';
import type { ServerResponse } from 'node:http';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { stopRun } from '../../../../platform/runs/change/stopRun';
import { jobInstance } from '../../../support/jobInstances';
import { RECENT } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
import { startRawPlatform, type RawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';

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
const saysFalse: Answer = (response) => sendJson(response, { data: { stopJobInstance: false } });

let platform: RawPlatform;
let stops: Answer[];
let sent: number;
let status: string;
beforeEach(async () => {
  new TestClock().run();
  [stops, sent, status] = [[], 0, 'KILLED'];
  platform = await startRawPlatform(({ query }, response) => {
    if (query.includes('__schema')) {
      sendJson(response, { data: introspectionFromSchema(RECENT) });
    } else if (query.startsWith('mutation')) {
      stops[sent++]?.(response);
    } else {
      sendJson(response, { data: { jobInstance: jobInstance(1, { status }) } });
    }
  });
});

type Outcome = 'stopped' | 'refused' | 'unknown';
const OUTCOMES: Record<Outcome, object> = {
  stopped: { id: RUN, status: 'KILLED' },
  refused: { effect: 'none', message: expect.not.stringContaining('not known') },
  unknown: {
    name: 'OutcomeUnknownError',
    hint: expect.stringContaining('It is safe to repeat this'),
  },
};

const stop = async (mayHaveBeenMade = false): Promise<unknown> =>
  await stopRun(platform.connect().projects, JOB_RUNS, RUN, {}, mayHaveBeenMade).catch(
    (error: unknown) => error,
  );

test.each<[string, Outcome, Answer[], boolean?]>([
  ['a lost response, then it says "already ended"', 'stopped', [lost, ended]],
  ['a lost response, then "is not running"', 'stopped', [lost, says('Job is not running')]],
  ['a lost response, then "unknown"', 'stopped', [lost, says('Unknown job instance')]],
  ['a lost response, then 404 in its own words', 'stopped', [lost, says('Not found', 404)]],
  ['a lost response, then "false"', 'stopped', [lost, saysFalse]],
  ['a response of a gateway, then "already ended"', 'stopped', [gateway, ended]],
  ['a response that breaks off, then "already ended"', 'stopped', [cutShort, ended]],
  ['"already ended", and an earlier try may have stopped it', 'stopped', [ended], true],
  ['"already ended" at once', 'refused', [ended]],
  ['"false" at once', 'refused', [saysFalse]],
  ['404 in its own words at once', 'refused', [says('Not found', 404)]],
  ['"already ended" after an attempt that did nothing', 'refused', [notConnected, ended]],
  ['no response at all', 'unknown', [lost, lost, lost, lost]],
  ['responses of gateways only', 'unknown', [gateway, gateway, gateway, gateway]],
  ['a lost response, then a gateway that knows no such page', 'unknown', [lost, pageNotFound]],
  ['a lost response, then another refusal', 'unknown', [lost, says('Not allowed')]],
  ['a refusal, and an earlier try may have stopped it', 'unknown', [says('Not allowed')], true],
])('%s: %s', async (...given) => {
  const [, outcome, answers, mayHaveBeenMade] = given;
  stops = answers;
  expect(await stop(mayHaveBeenMade)).toMatchObject(OUTCOMES[outcome]);
  expect(sent).toBe(answers.length);
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
