import type { IDataObject } from 'n8n-workflow';
import { pollNode, type PollQuestion } from '../../../harness/engine/poll';
import { sendJson, startRawServer, withLogin, type RawServer } from '../../support/rawServer';

const JOBS = [1, 2].map((n) => `6f1d2c3b-0000-4000-8000-00000000000${n}`) as [string, string];

const scalar = (name: string) => ({ kind: 'SCALAR', name, ofType: null });
const object = (name: string) => ({ kind: 'OBJECT', name, ofType: null });
const list = (ofType: object) => ({ kind: 'LIST', name: null, ofType });
const field = (name: string, type: object, ...args: Array<[string, object]>) => ({
  name,
  description: null,
  args: args.map(([argument, argumentType]) => ({
    name: argument,
    description: null,
    type: argumentType,
    defaultValue: null,
    isDeprecated: false,
    deprecationReason: null,
  })),
  type,
  isDeprecated: false,
  deprecationReason: null,
});
const type = (name: string, fields: object[]) => ({
  kind: 'OBJECT',
  name,
  description: null,
  fields,
  inputFields: null,
  interfaces: [],
  enumValues: null,
  possibleTypes: null,
});
const scalarType = (name: string) => ({
  ...type(name, []),
  kind: 'SCALAR',
  fields: null,
  interfaces: null,
});

const INTROSPECTION = {
  __schema: {
    description: null,
    queryType: { name: 'Query' },
    mutationType: null,
    subscriptionType: null,
    directives: [],
    types: [
      ...['UUID', 'String', 'Int', 'Boolean'].map(scalarType),
      type('Query', [
        field('job', object('Job'), ['id', scalar('UUID')]),
        field('jobs', list(object('Job')), ['projectId', scalar('UUID')]),
        field('jobInstance', object('Run'), ['id', scalar('UUID')]),
      ]),
      type('Job', [
        field('id', scalar('UUID')),
        field('name', scalar('String')),
        field('instances', list(object('Run')), ['limit', scalar('Int')], ['skip', scalar('Int')]),
      ]),
      type('Run', [
        field('id', scalar('UUID')),
        field('number', scalar('Int')),
        field('status', scalar('String')),
        field('startTime', scalar('String')),
        field('endTime', scalar('String')),
      ]),
    ],
  },
};

/** What the platform answers for a job, by its ID. */
let jobs: Map<string, unknown>;
/** What is refused with this message, by its ID. */
let refused: Map<string, string>;
let delayMs: number;
let server: RawServer;

beforeEach(async () => {
  [jobs, refused, delayMs] = [new Map(), new Map(), 0];
  server = await startRawServer(
    withLogin(async ({ body }, response) => {
      const { query } = JSON.parse(body) as { query: string };
      if (query.includes('__schema')) return sendJson(response, { data: INTROSPECTION });
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const data: Record<string, unknown> = {};
      const errors: object[] = [];
      for (const [, alias = 'job', id = ''] of query.matchAll(
        /(?:(\w+): )?job\(id: "([^"]+)"\)/g,
      )) {
        data[alias] = jobs.get(id) ?? null;
        const message = refused.get(id);
        if (message) errors.push({ message, path: [alias] });
      }
      sendJson(response, { data, ...(errors.length > 0 && { errors }) });
    }),
  );
});
afterEach(() => server.close());

const poll = (staticData: IDataObject, more: Partial<PollQuestion> = {}) =>
  pollNode({
    type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
    parameters: {
      resource: 'job',
      projectId: { __rl: true, mode: 'id', value: 'any' },
      ids: JOBS,
      events: ['runStarted', 'runSucceeded', 'runFailed', 'runStopped'],
    },
    credentials: {
      dataPlatformApi: {
        baseUrl: server.baseUrl,
        platformId: '1',
        realm: 'demo',
        login: 'somebody',
        password: `pass-${server.baseUrl}`,
      } as never,
    },
    staticData,
    ...more,
  });

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const succeeded = (number: unknown, id = `run-${String(number)}`) => ({
  id,
  number,
  status: 'SUCCEEDED',
  startTime: at(Number(number) || 1),
  endTime: at((Number(number) || 1) + 1),
});
const job = (id: string, ...instances: unknown[]) => ({ id, name: id, instances });
const ends = (json: IDataObject[]) =>
  json.filter(({ event }) => event === 'runSucceeded').map(({ id }) => id);

describe.each([
  ['answers null', (id: string) => jobs.delete(id)],
  ['refuses it', (id: string) => refused.set(id, `Job ${id} does not exist`)],
])('a chosen job that was deleted, where the platform %s', (_how, remove) => {
  test('is left out and reported once; the other one goes on, and it, too, when it is back', async () => {
    for (const id of JOBS) jobs.set(id, job(id));
    const { staticData } = await poll({});
    remove(JOBS[0]);
    jobs.set(JOBS[1], job(JOBS[1], succeeded(1)));
    const second = await poll(staticData);
    expect(ends(second.json)).toEqual(['run-1']);
    expect(second.warnings).toEqual([expect.stringMatching(`has no job ${JOBS[0]}`)]);

    const third = await poll(second.staticData);
    expect([third.items, third.warnings]).toEqual([undefined, []]);

    refused.clear();
    jobs.set(JOBS[0], job(JOBS[0], succeeded(7)));
    const fourth = await poll(third.staticData);
    expect(ends(fourth.json)).toEqual(['run-7']);
  });
});

test('a job that is away for one poll repeats no event', async () => {
  for (const id of JOBS) jobs.set(id, job(id));
  let { staticData } = await poll({});
  jobs.set(JOBS[0], job(JOBS[0], succeeded(1)));
  ({ staticData } = await poll(staticData));
  const there = jobs.get(JOBS[0]);
  jobs.delete(JOBS[0]);
  ({ staticData } = await poll(staticData));
  jobs.set(JOBS[0], there);
  expect((await poll(staticData)).items).toBeUndefined();
});

test.each([
  ['a text', 'seven'],
  ['nothing', null],
  ['an object', {}],
  ['half a number', 1.5],
])('a number that is %s repeats no event and hides no other', async (_what, number) => {
  for (const id of JOBS) jobs.set(id, job(id));
  let { staticData } = await poll({});
  jobs.set(JOBS[0], job(JOBS[0], succeeded(number, 'odd'), succeeded(1)));
  const first = await poll(staticData);
  expect(ends(first.json)).toEqual(['run-1']);
  ({ staticData } = first);
  const second = await poll(staticData);
  expect(second.items).toBeUndefined();
  jobs.set(JOBS[0], job(JOBS[0], succeeded(2), succeeded(number, 'odd'), succeeded(1)));
  expect(ends((await poll(second.staticData)).json)).toEqual(['run-2']);
});

test.each([
  ['no ID', { id: null }],
  ['no runs', { instances: null }],
  ['runs that are no list', { instances: {} }],
])(
  'a job that is returned with %s fails the poll, and the next one goes on',
  async (_what, lacks) => {
    for (const id of JOBS) jobs.set(id, job(id));
    const { staticData } = await poll({});
    jobs.set(JOBS[0], { ...job(JOBS[0], succeeded(1)), ...lacks });
    await expect(poll(staticData)).rejects.toThrow('The platform returned only some of the runs');
    jobs.set(JOBS[0], job(JOBS[0], succeeded(1)));
    expect(ends((await poll(staticData)).json)).toEqual(['run-1']);
  },
);

test('a platform that gives the same page for ever is not asked for ever', async () => {
  for (const id of JOBS) jobs.set(id, job(id));
  const { staticData } = await poll({});
  const page = Array.from({ length: 100 }, (_, n) => succeeded(1_000 - n));
  for (const id of JOBS) jobs.set(id, job(id, ...page.slice(0, 5)));
  const before = server.received.length;
  const { json } = await poll(staticData);
  expect(new Set(ends(json)).size).toBe(5);
  expect(server.received.length - before).toBeLessThan(5);
});

test.each([
  { watched: 'job', latestMs: 'x', parents: {} },
  { watched: 'job', latestMs: 1, parents: { a: 'b' } },
  { watched: 'job', latestMs: 1, parents: { a: [1] } },
  { watched: 'job', latestMs: 1, parents: { a: [null, {}] } },
  { watched: 'job', latestMs: 1, parents: [] },
  'text',
  7,
])('state %j begins anew', async (runs) => {
  for (const id of JOBS) jobs.set(id, job(id, succeeded(1)));
  const { items } = await poll({ runs } as IDataObject);
  expect(items).toBeUndefined();
});

test('a poll ends within the time that n8n gives it, in words, and the next one reports all', async () => {
  for (const id of JOBS) jobs.set(id, job(id));
  const { staticData } = await poll({});
  jobs.set(JOBS[0], job(JOBS[0], succeeded(1)));
  delayMs = 3_000;
  await expect(poll(staticData, { budgetMs: 400 })).rejects.toMatchObject({
    message: 'The poll did not finish within n8n’s limit of 0.4 seconds',
  });
  delayMs = 0;
  expect(ends((await poll(staticData)).json)).toEqual(['run-1']);
});
