import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { readPlatformAccess } from '../../../platform/session/access';
import { Platform } from '../../../platform/connection/platform';
import { listProjects } from '../../../platform/resources/project';
import { sendAuthorized } from '../../../platform/session/authorized';
import { Sending } from '../../../platform/http/sending';
import { Session, getSession } from '../../../platform/session/session';
import {
  credentialFor,
  sendJson,
  startRawServer,
  type RawServer,
  type ReceivedRequest,
} from '../../support/rawServer';
import { findErrorCode } from '../../../platform/common/errors/errorCodes';
import { failureOf } from '../../support/failureOf';
import { TestClock } from '../../support/testClock';
import { untilTestEnds } from '../../support/untilTestEnds';

const PROJECTS = { data: { projects: [{ id: 'p1', name: 'One' }] } };
const MUTATION = { query: 'mutation { runJob { id } }' };

type Answer = (response: ServerResponse, body: string) => unknown;

let server: RawServer;
/** Outcome of the next requests. */
let logins: Answer[];
let calls: Answer[];
let issued: number;
beforeEach(async () => {
  [logins, calls, issued] = [[], [], 0];
  const answerTo = ({ path }: ReceivedRequest): Answer =>
    path.endsWith('/authenticate')
      ? (logins.shift() ?? ((response) => response.end(`token-${++issued}`)))
      : (calls.shift() ?? ((response) => sendJson(response, PROJECTS)));
  server = await untilTestEnds(
    startRawServer((request, response) => void answerTo(request)(response, request.body)),
  );
});

const endpoint = (more = {}) =>
  Platform.connect({ ...credentialFor(server.baseUrl), ...more }).projects;
const list = async (more = {}) => await listProjects(endpoint(more));
const newSession = () => new Session(readPlatformAccess(credentialFor(server.baseUrl)), 'a login');
const countOf = (end: string) => server.received.filter(({ path }) => path.endsWith(end)).length;

const says =
  (status: number, text = '', headers = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(text);
const refused = says(401);
const dropped: Answer = (response) => response.destroy();

test('a token that is revoked twice in a row is renewed, one that is revoked again is an error', async () => {
  calls = [refused, refused];
  await expect(list()).resolves.toHaveLength(1);
  expect(issued).toBe(3);
  calls = Array(20).fill(refused);
  await expect(list()).rejects.toThrow('has just issued');
  expect(calls).toHaveLength(17);
});

test('what is cancelled before it begins logs no one in', async () => {
  const error = await failureOf(newSession().getToken(AbortSignal.abort()));
  expect(error).toMatchObject({ name: 'CancelledError', effect: 'none' });
  await list();
  expect(countOf('/authenticate')).toBe(1);
});

test('each that waits for a login has its own memory of earlier attempts', async () => {
  calls = [dropped];
  await list();
  calls = [
    (response) => {
      logins = [refused, refused];
      refused(response, '');
    },
  ];
  const outcomes = await Promise.allSettled([list(), list()]);
  const failures = outcomes.flatMap((one) => ('reason' in one ? [one.reason as unknown] : []));
  expect(failures.length).toBeGreaterThan(0);
  expect(new Set(failures).size).toBe(failures.length);
});

test.each([
  ['refused', refused, 1, 'LOGIN_FAILED'],
  ['lost', dropped, 4, 'UNREACHABLE'],
])(
  '100 requests that wait for one login which is %s fail with its error, and none logs in again',
  async (_how, answer, attempts, code) => {
    const clock = new TestClock();
    logins = Array(1_000).fill(answer);
    const failures = await clock.until(
      Promise.all(Array.from({ length: 100 }, () => failureOf(list()))),
    );
    expect(new Set(failures.map((failure) => findErrorCode(failure)))).toEqual(new Set([code]));
    expect(countOf('/authenticate')).toBe(attempts);
    expect(server.received).toHaveLength(attempts);
  },
);

describe('a login', () => {
  test.each([
    ['plain text', 'abc.def.ghi'],
    ['a JSON string', '"abc.def.ghi"'],
    ['an object', '{"token":"abc.def.ghi"}'],
    ['an object of another kind', '{"access_token":"abc.def.ghi","expires_in":60}'],
  ])('returns a token as %s', async (_name, body) => {
    logins = [says(200, body)];
    await list();
    const [login, call] = server.received;
    expect(call?.headers.authorization).toBe('Bearer abc.def.ghi');
    expect(login).toMatchObject({
      path: '/authentication/api/open/authenticate',
      headers: { 'platform-realm': 'demo', 'content-type': 'application/json' },
    });
    const { login: name, password } = credentialFor(server.baseUrl);
    expect(JSON.parse(login?.body ?? '')).toEqual({ login: name, password });
  });

  test('that fails is tried four times and leaves no doubt about a change', async () => {
    logins = Array(9).fill(dropped);
    const error = await failureOf(endpoint().mutate(MUTATION));
    expect(error).toMatchObject({ name: 'ConnectionError', effect: 'none' });
    expect(server.received).toHaveLength(4);
  });

  const claims = Buffer.from(JSON.stringify({ iat: 0, exp: 60 })).toString('base64url');
  test.each([
    ['its token ends', `e30.${claims}.x`, 50, 55],
    ['its token is 12 hours old', 'a-token', 43_160, 43_175],
  ])('is renewed shortly before %s', async (_when, token, before, after) => {
    logins = [says(200, token)];
    await list();
    const began = Date.now();
    const now = jest.spyOn(Date, 'now');
    for (const seconds of [before, after]) {
      now.mockImplementation(() => began + seconds * 1000);
      await list();
      expect(issued).toBe(seconds === after ? 1 : 0);
    }
    now.mockRestore();
  });

  test('is left to those who still wait for it by one that is canceled', async () => {
    const cancel = new AbortController();
    const canceled = failureOf(listProjects(endpoint(), { signal: cancel.signal }));
    logins = [
      async (response) => {
        cancel.abort();
        await canceled;
        response.end('token');
      },
    ];
    await expect(list()).resolves.toHaveLength(1);
    expect(await canceled).toMatchObject({ name: 'CancelledError' });
    expect(server.received).toHaveLength(2);
  });

  test('that nobody waits for any more is not tried again', async () => {
    const clock = new TestClock();
    const cancel = new AbortController();
    logins = Array(9).fill(dropped);
    const canceled = failureOf(listProjects(endpoint(), { signal: cancel.signal }));
    while (clock.keepAliveTimerCount === 0) await new Promise(setImmediate);
    cancel.abort();
    await canceled;
    expect(clock.keepAliveTimerCount).toBe(0);
    await clock.pass(60_000);
    expect(server.received).toHaveLength(1);
  });

  test('leaves no password in what is kept of it', async () => {
    const access = readPlatformAccess(credentialFor(server.baseUrl));
    const session = getSession(access);
    await session.getToken();
    const kept = inspect(session.shared, { depth: Infinity, showHidden: true });
    expect(kept).toContain('token-1');
    expect(kept).not.toContain(access.password);
  });
});

test.each([
  ['https://sso.example.com/login?x=1', 'The new address is https://sso.example.com.'],
  ['http://[', 'a web page with its own login'],
])('a redirect to %s is not followed, and the error says "%s"', async (location, words) => {
  calls = Array(2).fill(says(302, '', { location }));
  await expect(list()).rejects.toMatchObject({
    name: 'PlatformError',
    message: expect.stringContaining('redirects'),
    hint: expect.stringContaining(words),
  });
});

test('a token of 250 kB is sent as it came, and one of 300 kB is no token', async () => {
  const ofKilobytes = (length: number) => says(200, 'x'.repeat(length * 1024));
  logins = [ofKilobytes(250)];
  await expect(list()).resolves.toHaveLength(1);
  expect(server.received.at(-1)?.headers.authorization).toHaveLength('Bearer '.length + 250 * 1024);
  logins = [ofKilobytes(300)];
  calls = [refused];
  await expect(list()).rejects.toThrow('returned no token');
});

describe('a session that may have ended', () => {
  const forbidden = says(403);
  let clock: TestClock;
  beforeEach(() => {
    clock = new TestClock();
  });

  const moved = says(302, '', { location: '/login' });
  const FAILS = 'denied access (HTTP 403)';
  const MINUTE: [Answer[], number, string?] = [[], 0];

  /** Faults that requests meet in turn, the number of logins after them, and the failure. */
  const COURSES: Record<string, Array<[Answer[], number, string?]>> = {
    'is renewed at most once a minute where the new one meets the same, and what came is said': [
      [[], 1],
      [[forbidden, forbidden], 2, FAILS],
      [[forbidden], 2, FAILS],
      [[], 2],
      [[forbidden], 2, FAILS],
      MINUTE,
      [[forbidden], 3],
    ],
    'is renewed after another sign of its end': [
      [[], 1],
      [[moved], 2],
    ],
  };

  test.each(Object.entries(COURSES))('%s', async (_what, steps) => {
    for (const step of steps) {
      const [answers, logins, failure] = step;
      calls = [...answers];
      if (step === MINUTE) await clock.pass(60_001);
      else if (failure) await expect(list()).rejects.toThrow(failure);
      else await expect(list()).resolves.toHaveLength(1);
      if (step !== MINUTE) expect([calls, issued]).toEqual([[], logins]);
    }
  });

  test('changes that are forbidden cost one more login, not one for each', async () => {
    const session = newSession();
    const url = new URL(server.baseUrl);
    const forbid = async () => ({ status: 403, headers: {}, text: '' });
    const renewals: boolean[] = [];
    for (let change = 0; change < 3; change++) {
      const sending = new Sending('once');
      const exchange = { method: 'POST', url, headers: {}, tls: {}, sending } as const;
      const { isSessionRenewed } = await sendAuthorized(session, exchange, forbid);
      renewals.push(isSessionRenewed);
    }
    expect([issued, renewals]).toEqual([2, [true, false, false]]);
  });

  const ENDED = { message: 'No', path: ['b'], extensions: { code: 'UNAUTHENTICATED' } };
  const part = JSON.stringify({ data: { a: 1, b: null }, errors: [ENDED] });
  // A firewall may have seen what the platform did.
  const blocked = says(403, '<html>Blocked. Support ID: 1234567890</html>');
  const welcome = says(200, '<html><title>Welcome</title><p>Maintenance</p></html>');
  test.each<[string, Answer, { query: string }, string]>([
    ['a firewall refuses', blocked, MUTATION, 'firewall'],
    ['a page says something else', welcome, MUTATION, 'not known'],
    ['only a part of what was asked for came', says(200, part), { query: '{ a b }' }, 'No'],
  ])('goes on where %s', async (_when, answer, request, message) => {
    await list();
    calls = [answer];
    const send = request === MUTATION ? 'mutate' : 'query';
    await expect(endpoint()[send](request)).rejects.toThrow(message);
    expect(issued).toBe(1);
    expect(countOf('/graphql')).toBe(2);
  });
});

test.each<[string, Answer]>([
  ['a web page', says(200, '<html><title>Shop</title></html>')],
  ['no token', says(200, '{"ok":true}')],
  ['a list', says(200, '["a"]')],
  ['a redirect', says(302, '', { location: '/login' })],
  ['404', says(404, 'not here')],
])(
  'a wrong base URL where the login is responded to by %s is said as that, and a mutation behind it was never sent',
  async (_name, answer) => {
    logins = Array(4).fill(answer);
    const error = await failureOf(endpoint().mutate(MUTATION));
    expect(error.sends).toBe(0);
    expect(error.hint).toMatch(/base URL|No login service/);
    expect(error.message).not.toContain('not known');
    expect(countOf('/graphql')).toBe(0);
  },
);

test.each([
  ['', /No login service was found at \S+\. Check the base URL in the credential\.$/],
  ['/ui', /in the credential: try it without "\/ui", for example http:\/\/127\.0\.0\.1:\d+\.$/],
])(
  'if the base URL ends with "%s" and there is no login, the error says what to try',
  async (path, hint) => {
    logins = Array(4).fill(says(404));
    await expect(list({ baseUrl: `${server.baseUrl}${path}` })).rejects.toMatchObject({
      hint: expect.stringMatching(hint),
    });
  },
);

test('where the login is turned down with 400, the error says to check the realm', async () => {
  logins = Array(4).fill(says(400));
  await expect(list()).rejects.toMatchObject({
    hint: expect.stringMatching(/^Check the realm \(".*"\) and the name of the realm header/),
  });
});

test.each(['pa"ss\\word', 'a&b <c>', 'plain-password', 'ünï cödé+1'])(
  'the password %p stays hidden where the login is answered by a page that repeats the request',
  async (password) => {
    const inHtml = (text: string) => text.replace(/"/g, '&quot;');
    const forms = [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)];
    for (const encode of [String, encodeURIComponent, inHtml, JSON.stringify as typeof String]) {
      for (const status of [200, 400, 401]) {
        logins = Array(4).fill(((response, body) =>
          response.writeHead(status).end(`<html><title>${encode(body)}</title></html>`)) as Answer);
        const { message, hint } = await failureOf(list({ password }));
        expect(`${message} ${hint}`).toContain('***');
        for (const form of forms) expect(`${message} ${hint}`).not.toContain(form);
      }
    }
  },
);
