import type { ServerResponse } from 'node:http';
import { exchangeText } from '../../../platform/http/exchange';
import { pause, withRetries } from '../../../platform/http/retry';
import type { Repetition } from '../../../platform/http/sending';
import { statusError } from '../../../platform/http/failures';
import { buildGetRequest } from '../../support/buildGetRequest';
import { startRawServer, type Behaviour, type RawServer } from '../../support/rawServer';
import { TestClock } from '../../support/testClock';
import { untilTestEnds } from '../../support/untilTestEnds';

let server: RawServer;
let clock: TestClock;
beforeEach(() => {
  clock = new TestClock().run();
});

async function start(behave: Behaviour): Promise<void> {
  server = await untilTestEnds(startRawServer(behave));
}

const ask = async (signal?: AbortSignal, repetition: Repetition = 'read') =>
  await withRetries(repetition, signal, async () => {
    const exchange = buildGetRequest(server.baseUrl, { method: 'POST', signal });
    const answer = await exchangeText(exchange);
    if (answer.status !== 200) throw statusError(exchange.url, answer, []);
    return answer.text;
  });

const refuse = (response: ServerResponse, status: number, seconds?: number) =>
  response.writeHead(status, seconds === undefined ? {} : { 'retry-after': String(seconds) }).end();

test.each([
  ['429 with Retry-After', 429, 1],
  ['503 with Retry-After', 503, 1],
  ['429 without Retry-After', 429, undefined],
])('60 items that meet %s wait together and all succeed', async (_name, status, seconds) => {
  let untilMs = 0;
  await start((_request, response) => {
    // As long after the last of them as it takes to see each come again for itself.
    if (server.received.length <= 60) untilMs = clock.now() + 900;
    if (clock.now() < untilMs) return void refuse(response, status, seconds);
    response.end('ok');
  });
  const answers = await Promise.all(Array.from({ length: 60 }, async () => await ask()));
  expect(answers).toEqual(Array(60).fill('ok'));
  // Those that were on their way, and one for each pause.
  expect(server.received.length - 60).toBeLessThan(70);
});

test('after a pause, one goes first', async () => {
  const startedAt: number[] = [];
  await start((_request, response) => {
    startedAt.push(clock.now());
    if (startedAt.length <= 20) return void refuse(response, 429, 1);
    void clock.wait(50).then(() => response.end('ok'));
  });
  await Promise.all(Array.from({ length: 20 }, async () => await ask()));
  const later = startedAt.slice(20);
  expect(later.filter((ms) => ms - (later[0] ?? 0) < 30)).toHaveLength(1);
  expect((later[0] ?? 0) - (startedAt[0] ?? 0)).toBeGreaterThan(900);
});

test('a cancel ends the pause at once', async () => {
  await start((_request, response) => void refuse(response, 429, 50));
  const cancel = new AbortController();
  const asks = Array.from({ length: 50 }, async () => await ask(cancel.signal));
  const work = Promise.allSettled([...asks, pause(50_000, cancel.signal)]);
  await clock.wait(300);
  cancel.abort();
  const started = clock.now();
  const outcomes = await work;
  expect(clock.now() - started).toBeLessThan(5_000);
  expect(outcomes).toMatchObject(Array(51).fill({ reason: { name: 'CancelledError' } }));
  expect(server.received.length).toBeLessThanOrEqual(50);
  // Nobody waits any more: n8n can end.
  expect(clock.keepAliveTimerCount).toBe(0);
});

test('a platform that asks for more than a minute is reported, and holds no other up', async () => {
  await start((_request, response) => void refuse(response, 429, 3600));
  await expect(ask()).rejects.toMatchObject({ status: 429 });
  await expect(ask()).rejects.toMatchObject({ status: 429 });
  expect(server.received).toHaveLength(2);
});

test('what must not be repeated is repeated after 429, but not after 503, and waits for the pause', async () => {
  await start((_request, response) => {
    if (server.received.length === 1) refuse(response, 503, 1);
    else if (server.received.length === 2) refuse(response, 429, 1);
    else response.end('ok');
  });
  await expect(ask(undefined, 'once')).rejects.toMatchObject({ status: 503 });
  const started = clock.now();
  await expect(ask(undefined, 'once')).resolves.toBe('ok');
  expect(clock.now() - started).toBeGreaterThan(800);
});

test('one that keeps refusing for long fails', async () => {
  await start((_request, response) => void refuse(response, 429, 5));
  const startedMs = clock.now();
  await expect(ask()).rejects.toMatchObject({ status: 429 });
  expect(clock.now() - startedMs).toBeGreaterThan(60_000);
});

test('requests that wait at an address that is down are not sent, and say so; later ones see for themselves', async () => {
  let isDown = true;
  await start((_request, response) => void refuse(response, isDown ? 503 : 200));
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, async () => await ask()));
  expect(outcomes).toMatchObject(Array(40).fill({ reason: { status: 503 } }));
  expect(server.received).toHaveLength(40);
  const begun = clock.now();
  await expect(ask()).rejects.toMatchObject({ status: 503 });
  isDown = false;
  await expect(ask()).resolves.toBe('');
  expect(clock.now() - begun).toBeLessThan(1_000);
});

test('a pause is learned from one that is busy, and forgotten after ten minutes', async () => {
  const startedAt: number[] = [];
  await start((_request, response) => {
    startedAt.push(clock.now());
    refuse(response, startedAt.length === 1 ? 503 : 200);
  });
  const tookMs = async () => {
    const begun = clock.now();
    await Promise.all(Array.from({ length: 4 }, async () => await ask()));
    return clock.now() - begun;
  };
  expect(await tookMs()).toBeGreaterThan(200);
  await clock.pass(10 * 60_000 + 2_000);
  expect(await tookMs()).toBeLessThan(50);
});
