import type { Socket } from 'node:net';
import {
  ConnectionError,
  PlatformError,
  wasAnswered,
  type Effect,
} from '../../../platform/common/errors/errors';
import { exchangeText } from '../../../platform/http/exchange';
import { withRetries } from '../../../platform/http/retry';
import { MAX_ATTEMPTS, Sending, type Repetition } from '../../../platform/http/sending';
import { NoTurnError } from '../../../platform/http/pace';
import { buildGetRequest } from '../../support/buildGetRequest';
import { startTcpServer } from '../../support/network/tcpServer';
import { TestClock } from '../../support/testClock';
import { untilTestEnds } from '../../support/untilTestEnds';

test.each<[Repetition, isProven: boolean, Effect[]]>([
  ['read', false, ['none', 'unknown', 'made']],
  ['idempotent', false, ['none', 'unknown']],
  ['once', true, ['none']],
  ['once', false, []],
])('"%s" (proven: %s) is sent again after these effects: %j', (repetition, isProven, repeated) => {
  const effects: Effect[] = ['none', 'unknown', 'made'];
  const isRepeated = (effect: Effect) => new Sending(repetition).allowRepeat(effect, isProven);
  expect(effects.filter(isRepeated)).toEqual(repeated);
});

test('as the user chooses, a start is sent as often as that, and never after it was made', () => {
  const sending = new Sending('once');
  const choices = Array.from({ length: 4 }, () => sending.allowDoubtfulRepeat('unknown', 3));
  expect(choices).toEqual([true, true, false, false]);
  expect(new Sending('once').allowDoubtfulRepeat('made', 3)).toBe(false);
});

describe('counts what really left', () => {
  const closesAtOnce = (socket: Socket) => socket.destroy();
  const breaks = (socket: Socket) => socket.once('data', () => socket.destroy());
  const speaksTls = (socket: Socket) =>
    socket.once('data', () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 10])));
  const answers = (status: number) => (socket: Socket) =>
    socket.once('data', () => socket.end(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`));

  test.each<[string, 'http' | 'https', (socket: Socket) => unknown, times: number]>([
    ['closed before TLS', 'https', closesAtOnce, 0],
    ['answered by TLS', 'http', speaksTls, 1],
    ['broken after the request', 'http', breaks, 1],
    ['answered with 200', 'http', answers(200), 1],
    ['answered with 502', 'http', answers(502), 1],
  ])('a connection that is %s', async (_how, scheme, onConnection, times) => {
    const { host } = await untilTestEnds(startTcpServer(onConnection));
    const sending = new Sending('once');
    const exchange = buildGetRequest(`${scheme}://${host}/x`, {
      method: 'POST',
      body: '{}',
      sending,
    });
    await exchangeText(exchange).catch(() => undefined);
    expect(sending.sends).toBe(times);
  });

  test('a request that is canceled before its turn', async () => {
    const sending = new Sending('once');
    const exchange = buildGetRequest('http://127.0.0.1:9', {
      signal: AbortSignal.abort(),
      sending,
    });
    await expect(exchangeText(exchange)).rejects.toMatchObject({ effect: 'none' });
    expect(sending.sends).toBe(0);
  });
});

test.each([
  ['a request that never left', 'none', 'none'],
  ['one whose response was lost', 'unknown', 'unknown'],
] as const)('a cancel in the pause after %s tells its effect: %s', async (_what, first, effect) => {
  const cancel = new AbortController();
  const attempt = async (sending: Sending): Promise<never> => {
    sending.sends++;
    setImmediate(() => cancel.abort());
    const details = { hint: '', effect: first, isTemporary: true, retryAfterMs: 50_000 };
    throw new ConnectionError('no', details);
  };
  const work = withRetries('idempotent', cancel.signal, attempt);
  await expect(work).rejects.toMatchObject({ name: 'CancelledError', sends: 1, effect });
});

test('a request that has no turn any more fails with its own refusal', async () => {
  const refusal = new PlatformError('Busy', { hint: '', isTemporary: true, status: 503 });
  const failures = [refusal, new NoTurnError('host.example', 503)];
  const attempt = async (): Promise<never> => {
    throw failures.shift() ?? new Error('not again');
  };
  await expect(withRetries('read', undefined, attempt)).rejects.toBe(refusal);
});

test('another try of the caller is sent as often as the first one', async () => {
  new TestClock().run();
  const sending = new Sending('read');
  const attempt = async (): Promise<never> => {
    sending.sends++;
    throw new ConnectionError('no', { hint: '', isTemporary: true });
  };
  const tryAgain = async () =>
    await withRetries(sending, undefined, attempt).catch(() => sending.sends);
  expect([await tryAgain(), await tryAgain()]).toEqual([MAX_ATTEMPTS, 2 * MAX_ATTEMPTS]);
});

test('a failed login is no answer to the request that needed it', () => {
  const login = new PlatformError('Rejected', { hint: '', status: 401 });
  const sending = new Sending('read');
  sending.sends = 1;
  expect(wasAnswered(sending.addCounts(login))).toBe(true);
  expect(wasAnswered(sending.addCounts(login.asPrerequisiteFailure()))).toBe(false);
});
