import type { ServerResponse } from 'node:http';
import type { Platform } from '../../../../platform/connection/platform';
import { failureOf } from '../../../support/failureOf';
import { startRawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';
import { retryAtOnce } from '../../../support/retryAtOnce';

retryAtOnce();

const QUERY = { query: 'query Q($a: Int) { x(a: $a) }', variables: { a: 1 } };
const MUTATION = { query: 'mutation M($a: Int) { x(a: $a) }', variables: { a: 1 } };

type Form = 'object' | 'jsonString' | 'both';
type Kind = 'probe' | 'query' | 'mutation';
type Fault = (response: ServerResponse) => unknown;

const lost: Fault = (response) => response.destroy();
const badGateway: Fault = (response) => response.writeHead(502).end('<html>');
const refused: Fault = (response) => sendJson(response, { errors: [{ message: 'No' }] });
const internal: Fault = (response) => response.writeHead(500).end();

/** A platform that reads variables in one form, or in both, and counts what its mutations did. */
let remote: {
  effects: number;
  reads: Form;
  /** Outcome of the next requests, by their kind. */
  faults: Partial<Record<Kind, Fault[]>>;
  asked: Array<{ kind: Kind; form: Form }>;
};
let platform: Platform;
beforeEach(async () => {
  remote = { effects: 0, reads: 'object', faults: {}, asked: [] };
  const { connect } = await startRawPlatform(({ query, variables }, response) => {
    const form = typeof variables === 'string' ? 'jsonString' : 'object';
    const other = query.startsWith('mutation') ? 'mutation' : 'query';
    const kind = query.includes('CanReadVariables') ? 'probe' : other;
    remote.asked.push({ kind, form });
    const isRead = remote.reads === 'both' || remote.reads === form;
    if (kind === 'mutation' && isRead) remote.effects++;
    const fault = remote.faults[kind]?.shift();
    if (fault) return fault(response);
    if (!isRead) return sendJson(response, { message: 'cannot read the variables' }, 400);
    sendJson(response, { data: kind === 'probe' ? { __typename: 'Query' } : { x: 1 } });
  });
  platform = connect();
});

const askedOf = (kind: string) => remote.asked.filter((asked) => asked.kind === kind);

test('a query is sent in the documented form where that is read, after one question', async () => {
  remote.reads = 'both';
  await platform.projects.query(QUERY);
  await platform.projects.query(QUERY);
  await platform.projects.mutate(MUTATION);
  expect(remote.asked).toEqual(
    ['probe', 'query', 'query', 'mutation'].map((kind) => ({ kind, form: 'jsonString' })),
  );
});

test.each(['object', 'jsonString', 'both'] as const)(
  'the form (%s) is found out before the first mutation, once for all that wait',
  async (form) => {
    remote.reads = form;
    await Promise.all([1, 2, 3].map(async () => await platform.projects.mutate(MUTATION)));
    await platform.projects.mutate(MUTATION);
    expect(remote.effects).toBe(4);
    expect(askedOf('mutation')).toHaveLength(4);
    expect(askedOf('probe')).toHaveLength(form === 'object' ? 2 : 1);
  },
);

test.each([
  ['a lost answer', lost],
  ['a refusal', refused],
  ['an answer of 500', internal],
])('a mutation is never sent again after %s, whatever becomes of the question', async (_, how) => {
  remote.reads = 'both';
  remote.faults.mutation = [how];
  await expect(platform.projects.mutate(MUTATION)).rejects.toThrow();
  remote.faults.probe = Array(4).fill(badGateway);
  await platform.projects.mutate(MUTATION).catch(() => undefined);
  expect(remote.effects).toBe(askedOf('mutation').length);
  expect(remote.effects).toBeLessThanOrEqual(2);
});

test.each([
  ['a gateway', badGateway, { status: 502 }],
  ['a broken connection', lost, { name: 'ConnectionError' }],
])('a mutation is not sent if %s keeps the form from being found', async (_, fault, expected) => {
  remote.faults.probe = Array(4).fill(fault);
  const failure = await failureOf(platform.projects.mutate(MUTATION));
  expect(failure).toMatchObject({ effect: 'none', ...expected });
  expect(remote.effects).toBe(0);
  await expect(platform.projects.mutate(MUTATION)).resolves.toEqual({ x: 1 });
});

test.each([
  ['object', 2],
  ['jsonString', 1],
] as const)(
  'errors beside the answer to the question (%s) are not the mutation’s, and the form is known',
  async (form, probes) => {
    remote.reads = form;
    const beside = { message: 'slow', path: ['__typename', 'x'] };
    const answered = (response: ServerResponse) =>
      sendJson(response, { data: { __typename: 'Query' }, errors: [beside] });
    const notRead = (response: ServerResponse) => sendJson(response, { message: 'No' }, 400);
    remote.faults.probe = form === 'jsonString' ? [answered] : [notRead, answered];
    const onMutationErrors = jest.fn();
    const changed = platform.projects.mutate(MUTATION, { onMutationErrors });
    await expect(changed).resolves.toEqual({ x: 1 });
    expect(onMutationErrors).not.toHaveBeenCalled();
    expect(askedOf('mutation')).toEqual([{ kind: 'mutation', form }]);
    expect(askedOf('probe')).toHaveLength(probes);
  },
);

test('a mutation is in doubt after something else from something in front, and not sent again', async () => {
  remote.faults.mutation = [(response) => sendJson(response, { data: { projects: [] } })];
  await expect(platform.projects.mutate(MUTATION)).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    message: expect.stringContaining('returned data that was not requested'),
  });
  expect(remote.effects).toBe(1);
});

test('a mutation that is canceled on its way fails as that', async () => {
  const cancel = new AbortController();
  remote.faults.mutation = [() => cancel.abort()];
  const change = platform.projects.mutate(MUTATION, { signal: cancel.signal });
  await expect(change).rejects.toMatchObject({ name: 'CancelledError', effect: 'unknown' });
});

test('a form that stops working is asked for anew', async () => {
  await platform.projects.mutate(MUTATION);
  remote.reads = 'jsonString';
  await expect(platform.projects.mutate(MUTATION)).rejects.toThrow('cannot read the variables');
  await expect(platform.projects.mutate(MUTATION)).resolves.toEqual({ x: 1 });
  remote.reads = 'object';
  await expect(platform.projects.query(QUERY)).rejects.toThrow('cannot read the variables');
  await expect(platform.projects.query(QUERY)).resolves.toEqual({ x: 1 });
  expect(remote.effects).toBe(2);
});

test('a probe that nobody waits for any more is not tried again', async () => {
  const cancel = new AbortController();
  remote.faults.probe = [() => cancel.abort(), ...Array<Fault>(4).fill(badGateway)];
  const change = platform.projects.mutate(MUTATION, { signal: cancel.signal });
  await expect(change).rejects.toMatchObject({ name: 'CancelledError', effect: 'none' });
  await expect(platform.projects.mutate(MUTATION)).rejects.toMatchObject({ status: 502 });
  expect(askedOf('probe')).toHaveLength(5);
});

test('a cancel of one that waits for the form leaves the others their result', async () => {
  remote.reads = 'both';
  const cancel = new AbortController();
  const cancelled = failureOf(platform.projects.mutate(MUTATION, { signal: cancel.signal }));
  const answerLate = async (response: ServerResponse) => {
    cancel.abort();
    await cancelled;
    sendJson(response, { data: { __typename: 'Q' } });
  };
  remote.faults.probe = [answerLate];
  await expect(platform.projects.mutate(MUTATION)).resolves.toEqual({ x: 1 });
  expect(await cancelled).toMatchObject({ name: 'CancelledError', effect: 'none' });
  expect(remote.effects).toBe(1);
});
