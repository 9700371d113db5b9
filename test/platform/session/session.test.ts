import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPlatformAccess } from '../../../platform/access';
import { Platform } from '../../../platform/connection/platform';
import { listProjects } from '../../../platform/resources/project';
import { sendAuthorized } from '../../../platform/session/authorized';
import { Session } from '../../../platform/session/session';
import { credentialFor, sendJson, startRawServer, type RawServer } from '../../support/rawServer';
import { TestClock } from '../../support/testClock';

const PROJECTS = { data: { projects: [{ id: 'p1', name: 'One' }] } };
const MUTATION = { query: 'mutation { runJob { id } }' };

let server: RawServer;
/** What becomes of the next requests. */
let logins: Array<(response: ServerResponse, body: string) => void>;
let calls: Array<(response: ServerResponse) => void>;
let issued: number;
beforeEach(async () => {
  [logins, calls, issued] = [[], [], 0];
  server = await startRawServer((request, response) => {
    if (request.path.endsWith('/authenticate')) {
      const accident = logins.shift();
      if (accident) accident(response, request.body);
      else response.end(`token-${++issued}`);
      return;
    }
    const accident = calls.shift();
    if (accident) accident(response);
    else sendJson(response, PROJECTS);
  });
});
afterEach(() => server.close());

const endpoint = (more = {}) =>
  Platform.connect({ ...credentialFor(server.baseUrl), ...more }).projects;
const refused = (response: ServerResponse) => response.writeHead(401).end();
const countOf = (end: string) => server.received.filter(({ path }) => path.endsWith(end)).length;

test('a token that is revoked twice in a row is renewed, one that is revoked again is an error', async () => {
  calls = [refused, refused];
  await expect(listProjects(endpoint())).resolves.toHaveLength(1);
  expect(issued).toBe(3);
  calls = Array(20).fill(refused);
  await expect(listProjects(endpoint())).rejects.toThrow('has just issued');
  expect(calls).toHaveLength(17);
});

test('what is cancelled before it begins logs no one in', async () => {
  const session = new Session(readPlatformAccess(credentialFor(server.baseUrl)), 'a login');
  await expect(session.token(AbortSignal.abort())).rejects.toMatchObject({
    name: 'CancelledError',
    reach: 'never',
  });
  // As long as a login takes here.
  await sleep(100);
  expect(server.received).toEqual([]);
});

test('a login that worked before is tried once more after a refusal', async () => {
  await listProjects(endpoint());
  calls = [refused];
  logins = [refused];
  await expect(listProjects(endpoint())).resolves.toHaveLength(1);
  calls = [refused];
  logins = [refused, refused, refused];
  await expect(listProjects(endpoint())).rejects.toMatchObject({ name: 'AuthenticationError' });
  expect(logins).toHaveLength(1);
});

test('each that waits for a login has its own memory of earlier attempts', async () => {
  calls = [(response) => void response.destroy()];
  await listProjects(endpoint());
  calls = [
    (response) => {
      logins = [refused, refused];
      refused(response);
    },
  ];
  const failures = await Promise.all(
    [1, 2].map(async () => await listProjects(endpoint()).catch((error: unknown) => error)),
  );
  expect(failures.filter((error) => error instanceof Error).length).toBeGreaterThan(0);
  expect(new Set(failures).size).toBe(2);
});

test('after a login that failed several times, each of the next items fails at its first try, until one is accepted', async () => {
  const unavailable = (response: ServerResponse) => response.writeHead(503).end();
  const clock = new TestClock();
  try {
    logins = Array(100).fill(unavailable);
    await clock.takenBy(listProjects(endpoint()).catch(() => undefined));
    const atFirst = countOf('/authenticate');
    expect(atFirst).toBeGreaterThan(1);
    for (let item = 1; item <= 10; item++) {
      await expect(listProjects(endpoint())).rejects.toMatchObject({ status: 503 });
    }
    expect(countOf('/authenticate')).toBe(atFirst + 10);
    logins = [];
    await expect(listProjects(endpoint())).resolves.toHaveLength(1);
    // From then on an accident is survived again.
    calls = [refused];
    logins = [unavailable, unavailable];
    await clock.takenBy(listProjects(endpoint()));
  } finally {
    clock.restore();
  }
});

describe('a login', () => {
  const dropped = (response: ServerResponse) => void response.destroy();

  test.each([
    ['plain text', 'abc.def.ghi'],
    ['a JSON string', '"abc.def.ghi"'],
    ['an object', '{"token":"abc.def.ghi"}'],
    ['an object of another kind', '{"access_token":"abc.def.ghi","expires_in":60}'],
  ])('returns a token as %s', async (_name, body) => {
    logins = [(response) => response.end(body)];
    await listProjects(endpoint());
    const [login, list] = server.received;
    expect(list?.headers.authorization).toBe('Bearer abc.def.ghi');
    expect(login).toMatchObject({
      path: '/authentication/api/open/authenticate',
      headers: { 'platform-realm': 'demo', 'content-type': 'application/json' },
    });
    expect(JSON.parse(login?.body ?? '')).toEqual({
      login: 'somebody',
      password: expect.any(String),
    });
  });

  test('is requested once by many, and its failure reaches all of them', async () => {
    logins = [(response) => setTimeout(() => refused(response), 20)];
    const lists = Array.from({ length: 20 }, async () => await listProjects(endpoint()));
    const results = await Promise.allSettled(lists);
    expect(results.map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
    expect(server.received).toHaveLength(1);
  });

  test('that fails is tried four times and leaves no doubt about a change', async () => {
    logins = Array(9).fill(dropped);
    await expect(endpoint().mutate(MUTATION)).rejects.toMatchObject({
      name: 'ConnectionError',
      reach: 'never',
    });
    expect(server.received).toHaveLength(4);
  });

  test('is renewed shortly before its token ends', async () => {
    const claims = Buffer.from(JSON.stringify({ iat: 0, exp: 60 })).toString('base64url');
    logins = [(response) => response.end(`e30.${claims}.x`)];
    await listProjects(endpoint());
    const began = Date.now();
    const now = jest.spyOn(Date, 'now');
    for (const [seconds, renewed] of [
      [50, 0],
      [55, 1],
    ] as const) {
      now.mockImplementation(() => began + seconds * 1000);
      await listProjects(endpoint());
      expect(issued).toBe(renewed);
    }
    now.mockRestore();
  });

  test('is left to those who still wait for it by one that is canceled', async () => {
    logins = [(response) => setTimeout(() => response.end('token'), 100)];
    const cancel = new AbortController();
    const canceled = listProjects(endpoint(), { signal: cancel.signal });
    const other = listProjects(endpoint());
    setTimeout(() => cancel.abort(), 20);
    await expect(canceled).rejects.toMatchObject({ name: 'CancelledError' });
    await expect(other).resolves.toHaveLength(1);
    expect(server.received).toHaveLength(2);
  });
});

test('a read that may be repeated is given up after four attempts', async () => {
  calls = Array(9).fill((response: ServerResponse) => void response.destroy());
  await expect(listProjects(endpoint())).rejects.toMatchObject({ name: 'ConnectionError' });
  expect(countOf('/graphql')).toBe(4);
});

test('a redirect is not followed, and the error says where it leads', async () => {
  const location = 'https://sso.example.com/login?x=1';
  calls = Array(2).fill((response: ServerResponse) => response.writeHead(302, { location }).end());
  await expect(listProjects(endpoint())).rejects.toMatchObject({
    name: 'HttpStatusError',
    message: expect.stringContaining('redirects'),
    hint: expect.stringContaining('https://sso.example.com.'),
  });
});

test('a token of 250 kB is sent as it came, and one of 300 kB is no token', async () => {
  const answered = (kilobytes: number) => {
    logins = [(response) => response.end('x'.repeat(kilobytes * 1024))];
  };
  answered(250);
  await expect(listProjects(endpoint())).resolves.toHaveLength(1);
  expect(server.received.at(-1)?.headers.authorization).toHaveLength('Bearer '.length + 250 * 1024);
  answered(300);
  calls = [refused];
  await expect(listProjects(endpoint())).rejects.toThrow('returned no token');
});

describe('a session that may have ended', () => {
  const forbidden = (response: ServerResponse) => response.writeHead(403).end();
  let clock: TestClock;
  beforeEach(() => {
    clock = new TestClock();
  });
  afterEach(() => clock.restore());

  test('is not renewed where its first request meets 403, but a minute later', async () => {
    calls = Array(3).fill(forbidden);
    await expect(listProjects(endpoint())).rejects.toMatchObject({ status: 403 });
    await expect(listProjects(endpoint())).rejects.toMatchObject({ status: 403 });
    expect(issued).toBe(1);
    await clock.pass(60_001);
    await expect(listProjects(endpoint())).resolves.toHaveLength(1);
    expect(issued).toBe(2);
  });

  test('is renewed at most once a minute where the new one meets the same, and what came is said', async () => {
    await listProjects(endpoint());
    calls = Array(5).fill(forbidden);
    for (let request = 1; request <= 4; request++) {
      await expect(listProjects(endpoint())).rejects.toThrow('returned HTTP 403');
    }
    expect(calls).toEqual([]);
    expect(issued).toBe(2);
    await listProjects(endpoint());
    calls = [forbidden];
    await expect(listProjects(endpoint())).rejects.toThrow('returned HTTP 403');
    expect(issued).toBe(2);
    await clock.pass(60_001);
    calls = [forbidden];
    await expect(listProjects(endpoint())).resolves.toHaveLength(1);
    expect(issued).toBe(3);
  });

  test('is renewed once by a request, however well others fare meanwhile', async () => {
    const session = new Session(readPlatformAccess(credentialFor(server.baseUrl)), 'a login');
    const exchange = { method: 'GET', url: new URL(server.baseUrl), headers: {}, tls: {} } as const;
    const { response } = await sendAuthorized(session, exchange, async () => {
      session.accept(await session.token(), undefined);
      return { status: 403, headers: {}, text: '' };
    });
    expect(response.status).toBe(403);
    expect(issued).toBe(2);
  });

  test('is renewed for another reason than the one that a new session has met', async () => {
    await listProjects(endpoint());
    calls = [forbidden, forbidden];
    await expect(listProjects(endpoint())).rejects.toThrow('returned HTTP 403');
    await listProjects(endpoint());
    calls = [(response) => response.writeHead(302, { location: '/login' }).end()];
    await expect(listProjects(endpoint())).resolves.toHaveLength(1);
    expect(issued).toBe(3);
  });

  test('goes on where a firewall refuses, which may have seen what the platform did', async () => {
    await listProjects(endpoint());
    calls = [
      (response) => response.writeHead(403).end('<html>Blocked. Support ID: 1234567890</html>'),
    ];
    await expect(endpoint().mutate(MUTATION)).rejects.toThrow('firewall');
    expect(issued).toBe(1);
    expect(countOf('/graphql')).toBe(2);
  });

  test('is not renewed for what a page says of something else', async () => {
    await listProjects(endpoint());
    calls = [(response) => response.end('<html><title>Welcome</title><p>Maintenance</p></html>')];
    await expect(endpoint().mutate(MUTATION)).rejects.toThrow('not known');
    expect(issued).toBe(1);
  });

  test('is not renewed where only a part of what was asked for came', async () => {
    await listProjects(endpoint());
    const errors = [{ message: 'No', path: ['b'], extensions: { code: 'UNAUTHENTICATED' } }];
    calls = [(response) => sendJson(response, { data: { a: 1, b: null }, errors })];
    await expect(endpoint().query({ query: '{ a b }' })).rejects.toThrow('No');
    expect(issued).toBe(1);
  });
});

describe.each([
  ['a web page', (response: ServerResponse) => response.end('<html><title>Shop</title></html>')],
  ['no token', (response: ServerResponse) => response.end('{"ok":true}')],
  ['a list', (response: ServerResponse) => response.end('["a"]')],
  [
    'a redirect',
    (response: ServerResponse) => response.writeHead(302, { location: '/login' }).end(),
  ],
  ['404', (response: ServerResponse) => response.writeHead(404).end('not here')],
])('a wrong base URL where the login is responded to by %s', (_name, answer) => {
  test('is said as that, and a mutation behind it was never sent', async () => {
    logins = Array(4).fill(answer);
    const error: Error = await endpoint()
      .mutate(MUTATION)
      .catch((reason) => reason);
    expect(error).toMatchObject({
      reach: 'never',
      hint: expect.stringMatching(/base URL|No login service/),
    });
    expect(error.message).not.toContain('not known');
    expect(countOf('/graphql')).toBe(0);
  });
});

test.each([
  ['', /No login service was found at \S+\. Check the base URL in the credential\.$/],
  ['/ui', /in the credential: try it without "\/ui", for example http:\/\/127\.0\.0\.1:\d+\.$/],
])(
  'if the base URL ends with "%s" and there is no login, the error says what to try',
  async (path, hint) => {
    logins = Array(4).fill((response: ServerResponse) => response.writeHead(404).end());
    const credential = { ...credentialFor(server.baseUrl), baseUrl: `${server.baseUrl}${path}` };
    await expect(listProjects(Platform.connect(credential).projects)).rejects.toMatchObject({
      hint: expect.stringMatching(hint),
    });
  },
);

test.each(['pa"ss\\word', 'a&b <c>', 'plain-password', 'ünï cödé+1'])(
  'the password %p stays hidden where the login is answered by a page that repeats the request',
  async (password) => {
    for (const encode of [
      (text: string) => text,
      encodeURIComponent,
      (text: string) => text.replace(/"/g, '&quot;'),
      (text: string) => JSON.stringify(text),
    ]) {
      for (const status of [200, 400, 401]) {
        logins = Array(4).fill((response: ServerResponse, body: string) =>
          response.writeHead(status).end(`<html><title>${encode(body)}</title></html>`),
        );
        const { message, hint } = await endpoint({ password })
          .query({ query: '{ a }' })
          .catch((reason) => reason as { message: string; hint: string });
        expect(`${String(message)} ${String(hint)}`).toContain('***');
        for (const form of [
          password,
          encodeURIComponent(password),
          JSON.stringify(password).slice(1, -1),
        ])
          expect(`${String(message)} ${String(hint)}`).not.toContain(form);
      }
    }
  },
);
