import { once } from 'node:events';
import type { Accident } from '../../../sandbox';
import { closeSandboxes, sandboxWith } from '../client';
import { answerOf, piecesOf, rawUpload, remove, retrieve, until, upload } from './client';

afterEach(closeSandboxes);

const BYTES = Buffer.alloc(200_000, 'x');

async function sandboxWithFile(accident: Accident) {
  const sandbox = await sandboxWith({ seed: false });
  sandbox.confFiles.write('/a', BYTES);
  sandbox.accidents.add(accident);
  return sandbox;
}

/** The status and body of an answer, or how the exchange failed. */
async function outcome(answer: Promise<Response>): Promise<string> {
  try {
    const arrived = await answer;
    return await arrived.text().then(
      (text) => `${arrived.status} ${text.slice(0, 20)}`,
      () => `${arrived.status} broken off`,
    );
  } catch {
    return 'no answer';
  }
}

const WAYS = ['confUpload', 'confDelete', 'confRetrieve', 'confList'] as const;

const KINDS: [Accident, string][] = [
  [{ kind: 'resetBefore' }, 'no answer'],
  [{ kind: 'resetAfter' }, 'no answer'],
  [{ kind: 'status', status: 502 }, '502 <html>'],
  [{ kind: 'status', body: 'json', afterEffect: true }, '503 {"status":503'],
  [{ kind: 'html', afterEffect: true }, '200 <html>'],
  [{ kind: 'badJson' }, '200 {"data":{"'],
  [{ kind: 'truncated' }, '20\\d broken off'],
  [{ kind: 'expiredToken' }, '401 {"status":401'],
];

test.each(WAYS.flatMap((way) => KINDS.map((kind) => [way, ...kind] as const)))(
  '%s: %j',
  async (operation, accident, seen) => {
    const sandbox = await sandboxWithFile({ ...accident, operation });
    const calls = {
      confUpload: () => upload(sandbox, '/new', BYTES),
      confDelete: () => remove(sandbox, '/a'),
      confRetrieve: () => retrieve(sandbox, '/a'),
      confList: () => retrieve(sandbox, '?path=/'),
    };
    expect(await outcome(calls[operation]())).toMatch(new RegExp(`^${seen}`));
    const happened = ['resetAfter', 'truncated'].includes(accident.kind) || accident.afterEffect;
    expect(sandbox.confFiles.paths().includes('/new')).toBe(
      operation === 'confUpload' && happened === true,
    );
    expect(sandbox.confFiles.paths().includes('/a')).toBe(
      operation !== 'confDelete' || happened !== true,
    );

    // It happens once.
    expect(sandbox.accidents.pending()).toEqual([]);
    expect(await outcome(upload(sandbox, '/after', BYTES))).toMatch(/^201/);
  },
);

test('a connection is dropped in the middle of an upload', async () => {
  const sandbox = await sandboxWithFile({
    kind: 'resetBefore',
    operation: 'confUpload',
    afterBytes: 50_000,
  });
  const sent = rawUpload(sandbox, '/new', { 'Content-Length': BYTES.length });
  let dropped = false;
  sent.on('error', () => (dropped = true));
  sent.write(BYTES.subarray(0, 49_999));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(dropped).toBe(false);
  sent.write(BYTES.subarray(49_999, 50_000));
  await until(() => sent.closed);
  expect(dropped).toBe(true);
  expect(sandbox.confFiles.paths()).toEqual(['/a']);
});

test('a gateway responds in the middle of an upload, and reads the rest of it', async () => {
  const sandbox = await sandboxWithFile({ kind: 'status', afterBytes: 50_000 });
  const sent = rawUpload(sandbox, '/new', { Connection: 'keep-alive' }).end(
    Buffer.alloc(30_000_000),
  );
  const [answer] = await Promise.all([answerOf(sent), once(sent, 'finish')]);
  expect(answer.status).toBe(503);
  expect(await outcome(upload(sandbox, '/new', BYTES))).toMatch(/^201/);
});

test('a body shorter than what is let in meets the accident at its end', async () => {
  const sandbox = await sandboxWithFile({ kind: 'resetBefore', afterBytes: 1_000_000 });
  expect(await outcome(upload(sandbox, '/new', BYTES))).toBe('no answer');
  expect(sandbox.confFiles.paths()).toEqual(['/a']);
});

test.each([
  [0, 0],
  [70_000, 70_000],
  [undefined, 100_000],
  [1_000_000, 199_999],
])('a file breaks off after %p bytes', async (afterBytes, arrive) => {
  const sandbox = await sandboxWithFile({ kind: 'truncated', afterBytes });
  const answer = await retrieve(sandbox, '/a');
  expect(answer.headers.get('content-length')).toBe('200000');
  let read = 0;
  const reading = async () => {
    for await (const piece of piecesOf(answer)) read += piece.length;
  };
  await expect(reading()).rejects.toThrow();
  expect(read).toBe(arrive);
});

test('afterBytes is reported over HTTP too', async () => {
  const sandbox = await sandboxWith({ seed: false });
  const statusOf = async (afterBytes: unknown) =>
    (
      await fetch(`${sandbox.baseUrl}/sandbox/accidents`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ kind: 'truncated', afterBytes }),
      })
    ).status;
  expect(await statusOf(-1)).toBe(400);
  expect(await statusOf(10)).toBe(201);
});
