import { introspectionFromSchema } from 'graphql';
import type { ServerResponse } from 'node:http';
import { Platform } from '../../../../platform/connection/platform';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { stopRun } from '../../../../platform/runs/change/stopRun';
import { jobInstance } from '../../../support/jobInstances';
import { RECENT } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
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
beforeEach(async () => {
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
afterEach(() => server.close());

const stop = async (mayHaveBeenMade?: boolean) => {
  const { projects } = Platform.connect(credentialFor(server.baseUrl));
  return await stopRun(projects, JOB_RUNS, RUN, {}, mayHaveBeenMade);
};

describe.each(ENDED)('the platform says %s', (_name, ended) => {
  test.each<[string, Answer]>([
    ['the connection broke', lost],
    ['a gateway answered', gateway],
    ['the answer broke off', cutShort],
  ])('after an attempt whose response was lost, as %s: it was stopped', async (_how, first) => {
    stops = [first, ended];
    await expect(stop()).resolves.toMatchObject({ id: RUN, status: 'KILLED' });
    expect(sent).toBe(2);
  });

  test('at once, and an earlier try may have stopped it: it was stopped', async () => {
    stops = [ended];
    await expect(stop(true)).resolves.toMatchObject({ id: RUN, status: 'KILLED' });
  });

  test('at once: an error', async () => {
    stops = [ended];
    await expect(stop()).rejects.toMatchObject({ reach: 'answered' });
    expect(sent).toBe(1);
  });

  test('after an attempt that certainly did nothing: an error', async () => {
    stops = [notConnected, ended];
    const error = (await stop().catch((reason: unknown) => reason)) as Error;
    expect(error.message).not.toContain('not known');
    expect(error).toMatchObject({ reach: 'answered' });
    expect(sent).toBe(2);
  });
});

test.each<[string, Answer[]]>([
  ['every answer is lost', [lost]],
  ['only gateways answer', [gateway]],
  ['a gateway knows no such page after a lost answer', [lost, pageNotFound]],
  ['the platform refuses for another reason after a lost answer', [lost, says('Not allowed')]],
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
