import type { GraphqlResponseError } from '../../../../platform/common/errors/errors';
import type { CallOptions } from '../../../../platform/graphql/send/endpoint';
import { readGraphqlResponse } from '../../../../platform/graphql/send/response';
import { readErrors } from '../../../../platform/graphql/send/responseErrors';
import { sendUserQuery } from '../../../../platform/graphql/call/userQuery';
import { failureOf } from '../../../support/failureOf';
import { startRawPlatform, type RawPlatform } from '../../../support/rawPlatform';
import { credentialFor, sendJson } from '../../../support/rawServer';

const MUTATION = { query: 'mutation { createProject { id name } }' };
const DELETION = { query: 'mutation { deleteJob(jobId: "1") }' };
const at = (...path: string[]) => ({ message: 'No', path });
const below = { message: 'name is not readable', path: ['createProject', 'name'] };
const created = { createProject: { id: 'p1', name: null } };

let server: RawPlatform;
let answer: { body: unknown; status?: number };
beforeEach(async () => {
  server = await startRawPlatform((_request, response) =>
    sendJson(response, answer.body, answer.status),
  );
});
const endpoint = () => server.connect().projects;

describe.each(['mutate', 'mutateIdempotent'] as const)('%s', (send) => {
  const change = async (body: unknown, options?: CallOptions) => {
    answer = { body };
    return await endpoint()[send](MUTATION, options);
  };

  test('gives the data of a change that was made, and reports what failed below it', async () => {
    const reported: GraphqlResponseError[] = [];
    const body = { data: created, errors: [below, { ...below, path: 'createProject.jobs' }] };
    const onMutationErrors = (error: GraphqlResponseError) => reported.push(error);
    await expect(change(body, { onMutationErrors })).resolves.toEqual(created);
    expect(reported).toHaveLength(1);
    expect(reported[0]?.message).toBe(
      'The platform did this, but reported errors: name is not readable (and 1 more)',
    );
    await expect(change(body)).resolves.toEqual(created);
  });

  test.each([
    ['the root field has no value', { data: { createProject: null }, errors: [below] }],
    ['an error is about the root field', { data: created, errors: [at('createProject')] }],
    ['an error has no path', { data: created, errors: [below, { message: 'No' }] }],
    ['another has no value', { data: { ...created, b: null }, errors: [below, at('b', 'c')] }],
    ['the data is not there', { data: null, errors: [below] }],
    ['a path names what objects have', { data: created, errors: [at('toString', 'x')] }],
  ])('says that the change was made, and fails, where %s', async (_name, body) => {
    const onMutationErrors = jest.fn();
    const error = await failureOf(change(body, { onMutationErrors }));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', effect: 'made', sends: 1 });
    expect(error.message).toContain('The platform carried this out, but the result was not');
    expect(onMutationErrors).not.toHaveBeenCalled();
  });
});

test.each<['query' | 'mutate' | 'mutateIdempotent', boolean]>([
  ['query', false],
  ['mutate', true],
  ['mutateIdempotent', true],
])('an attempt of %s is reported as a change: %p', async (send, isChange) => {
  answer = { body: { data: created } };
  const onAttempt = jest.fn();
  await endpoint()[send](MUTATION, { onAttempt });
  expect(onAttempt.mock.calls).toEqual([[isChange]]);
});

test.each<[string, object]>([
  ['a path that a validator made', { errors: [at('mutation', 'createProject', 'name')] }],
  [
    'a list of objects in place of a path',
    { data: { createProject: null }, errors: [{ message: 'No', path: [{ a: 1 }, null] }] },
  ],
  ['the address of the request', { errors: [{ message: 'No', path: '/api/graphql' }] }],
])('without a result, %s does not say that the change was made', async (_name, body) => {
  answer = { body };
  const error = await failureOf(endpoint().mutateIdempotent(MUTATION));
  expect(error).toMatchObject({ name: 'GraphqlResponseError', effect: 'none' });
});

describe('any errors but an empty list are errors', () => {
  test.each([
    ['texts', ['not allowed'], 'not allowed'],
    ['a text', 'not allowed', 'not allowed'],
    ['an object', { message: 'not allowed' }, 'not allowed'],
    ['objects without a message', [{ code: 'DENIED' }], '{"code":"DENIED"}'],
    ['a message that is no text', [{ message: { de: 'nein' } }], '{"de":"nein"}'],
    ['a number', 403, '403'],
    ['nothing in a list', [null], 'null'],
    ['a switch', true, 'true'],
    ['an empty text', '', 'no reason given'],
  ])('as %s', async (_name, errors, said) => {
    answer = { body: { data: { deleteJob: null }, errors } };
    for (const send of ['query', 'mutate', 'mutateIdempotent'] as const) {
      const error = await failureOf<GraphqlResponseError>(endpoint()[send](DELETION));
      expect(error.name).toBe('GraphqlResponseError');
      expect(error.message).toBe(`The platform responded: ${said}`);
      expect(error.errors.every(({ message }) => typeof message === 'string')).toBe(true);
    }
  });

  test.each([
    ['FORBIDDEN', 'Ask a project manager or a platform administrator for the right to do this.'],
    ['UNAUTHENTICATED', 'Check the login in the credential.'],
  ])('%s says what to do', async (code, advice) => {
    answer = { body: { errors: [{ ...at('deleteJob'), extensions: { code } }] } };
    const { hint } = await failureOf(endpoint().query(DELETION));
    expect(hint).toContain(`${advice}\nField: deleteJob. Code: ${code}`);
  });

  test('a query has no effect, whatever came beside them', async () => {
    answer = { body: { data: { jobs: [{ name: null }] }, errors: [at('jobs', 'name')] } };
    const error = await failureOf<GraphqlResponseError>(endpoint().query(DELETION));
    expect(error.effect).toBe('none');
  });

  test('a message alone is not explained', async () => {
    answer = { body: { errors: [{ message: 'No' }] } };
    expect((await failureOf(endpoint().query(DELETION))).hint).toBe('');
  });

  test.each([[[]], [null], [undefined]])('%p are none', async (errors) => {
    answer = { body: { data: { deleteJob: null }, errors } };
    await expect(endpoint().mutate(DELETION)).resolves.toEqual({ deleteJob: null });
  });

  test('places, paths and codes of unexpected forms are reported as far as they can be', async () => {
    const errors = [
      { message: 'a', path: 'jobs[0].name', locations: [{ line: 2, column: 3 }], extensions: 'x' },
      { message: 'b', path: { a: 1 }, locations: ['here'], extensions: { code: { deep: true } } },
      { message: 'c', path: [{ a: 1 }, null], extensions: { classification: 'NOT_FOUND' } },
    ];
    answer = { body: { data: null, errors } };
    const { hint } = await failureOf(endpoint().query(DELETION));
    const others = ['2. b. Code: {"deep":true}', '3. c. Code: NOT_FOUND'];
    expect(hint.split('\n')).toEqual(['1. a. Field: jobs.0.name', ...others]);
    // Only the author of a query knows its lines.
    const ofUser = sendUserQuery(endpoint(), { kind: 'query', request: DELETION });
    expect((await failureOf(ofUser)).hint.split('\n')).toEqual([
      '1. a. Field: jobs.0.name. Line 2, column 3',
      ...others,
      expect.stringMatching(/^Try the query in the explorer: http\S+\/graphiql /),
    ]);
  });

  test.each([20, 21])(
    'of %d errors, 20 are described, and how many more there are',
    async (count) => {
      const errors = Array.from({ length: count }, (_, n) => ({ message: `Number ${n + 1}` }));
      answer = { body: { data: null, errors } };
      const { message, hint } = await failureOf(endpoint().query(DELETION));
      expect(message).toBe(`The platform responded: Number 1 (and ${count - 1} more)`);
      const lines = hint.split('\n');
      expect(lines.filter((line) => line.includes('Number'))).toHaveLength(20);
      const more = count > 20 ? [`… and ${count - 20} more.`] : [];
      expect(lines.filter((line) => line.includes('more'))).toEqual(more);
    },
  );

  test('many of them, and long ones, make a text that can be read, without secrets', async () => {
    const { password } = credentialFor(server.baseUrl);
    const message = `${String(password)} ${'x'.repeat(5_000)}`;
    const path = [password, ...Array<string>(300).fill('y')];
    answer = { body: { errors: Array(100).fill({ message, path }) } };
    const error = await failureOf(endpoint().query(DELETION));
    expect(error.message).toContain('***');
    expect(error.hint).toContain('Field: ***.y');
    expect(error.message).toContain('(and 99 more)');
    expect(error.message.length).toBeLessThan(1_001);
    expect(error.hint.length).toBeLessThan(8_001);
  });

  test('of megabytes of them, the first ones are read: secrets are searched for in each', () => {
    const errors = Array.from({ length: 400 }, () => ({ message: '&#65;'.repeat(2_000) }));
    const messages = readErrors(errors, ['a password']).map(({ message }) => message.slice(0, 9));
    const read = messages.findIndex((message) => message === '(too long');
    expect(messages).toHaveLength(400);
    expect([read, new Set(messages.slice(read)).size]).toEqual([209, 1]);
  });
});

test.each([
  ['unknown', { message: 'upstream timed out' }, 504, { name: 'OutcomeUnknownError' }],
  [
    'known where the platform reports which field failed',
    at('createProject'),
    500,
    { name: 'GraphqlResponseError', message: 'The platform responded: No' },
  ],
])(
  'errors of a gateway leave the outcome of a mutation %s',
  async (_how, error, status, failure) => {
    answer = { body: { errors: [error] }, status };
    await expect(endpoint().mutate(MUTATION)).rejects.toMatchObject(failure);
    expect(server.received).toHaveLength(2);
  },
);

test.each([
  ['{"data":{"x":', 'The response of platform.example.com is not valid JSON', 'It starts with: {'],
  ['', 'The response of platform.example.com is not valid JSON', 'The response was empty.'],
  ['{"status":"ok"}', 'platform.example.com returned JSON without "data"', 'It starts with: {'],
])('without errors and data, the response %j is named as what it is', (text, message, hint) => {
  const response = { status: 200, headers: {}, text };
  const url = new URL('https://platform.example.com/graphql');
  expect(() => readGraphqlResponse(url, { response, end: undefined }, [])).toThrow(
    expect.objectContaining({ message, hint: expect.stringContaining(hint) }),
  );
});
