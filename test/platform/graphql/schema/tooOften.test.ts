import { introspectionFromSchema } from 'graphql';
import { callRootField } from '../../../../platform/graphql/call/callRootField';
import { wholeSchema } from '../../../../platform/graphql/schema/schemaStore';
import { Platform } from '../../../../platform/connection/platform';
import { RECENT } from '../../../support/generationSchemas';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';

const ID = '10000000-0000-4000-8000-000000000001';
const REFUSAL = { errors: [{ message: "You are trying to access '__schema' too often" }] };

let server: RawServer;
let clock: TestClock;
let refusals: number;
beforeEach(async () => {
  clock = new TestClock().run();
  server = await startRawServer(
    withLogin(({ body }, response) => {
      if (!body.includes('__schema')) return sendJson(response, { data: { job: { id: ID } } });
      if (refusals-- > 0) return sendJson(response, REFUSAL);
      sendJson(response, { data: introspectionFromSchema(RECENT) });
    }),
  );
});
afterEach(async () => {
  clock.restore();
  await server.close();
});

const endpoint = () => Platform.connect(credentialFor(server.baseUrl)).projects;
const asked = () => server.received.filter(({ body }) => body.includes('__schema')).length;
const getJob = async () =>
  await callRootField(endpoint(), 'query', 'job', {
    arguments: { id: ID },
    selection: { mode: 'supported', text: 'id' } as never,
  });

test('a platform that was asked for its schema too often is asked again', async () => {
  refusals = 2;
  await expect(wholeSchema(endpoint())).resolves.toHaveProperty('schema');
  expect(asked()).toBeGreaterThanOrEqual(3);
});

test('meanwhile operations go on, and the refusal is not remembered', async () => {
  refusals = 1_000_000;
  await expect(getJob()).resolves.toEqual({ id: ID });
  await expect(wholeSchema(endpoint())).rejects.toMatchObject({
    message: 'The platform does not return its schema: there were too many requests for it',
    hint: expect.stringContaining('try again in a minute'),
    code: 'RATE_LIMITED',
  });
  const later = Date.now() + 10_000;
  const now = jest.spyOn(Date, 'now').mockImplementation(() => later);
  try {
    refusals = 0;
    await expect(wholeSchema(endpoint())).resolves.toHaveProperty('schema');
  } finally {
    now.mockRestore();
  }
});
