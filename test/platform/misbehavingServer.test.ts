import type { ServerResponse } from 'node:http';
import {
  AuthenticationError,
  CancelledError,
  ConnectionError,
  GraphqlResponseError,
  HttpStatusError,
  OutcomeUnknownError,
  UnexpectedResponseError,
} from '../../platform/errors/errors';
import { Platform } from '../../platform/connection/platform';
import { prepareDeleteJob } from '../../platform/resources/job/list';
import { listProjects } from '../../platform/resources/project';
import { JOB_RUNS } from '../../platform/runs/kinds';
import { RunStart } from '../../platform/runs/start/runStart';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type Behaviour,
  type RawServer,
} from '../support/rawServer';

const JOB_ID = '6f1d2c3b-0000-4000-8000-000000000001';
const PROJECTS = { data: { projects: [{ id: 'p1', name: 'One' }] } };
const RUN = { data: { runJob: { id: 'r1', status: 'REQUESTED' } } };
const HTML = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>…</body></html>';

const runJob = async (endpoint: Platform['projects'], jobId: string) =>
  await new RunStart(JOB_RUNS, jobId).started(endpoint);

let server: RawServer;
afterEach(async () => {
  await server.close();
});

async function platformThat(behave: Behaviour): Promise<Platform> {
  server = await startRawServer(behave);
  return Platform.connect(credentialFor(server.baseUrl));
}

/** The first answers misbehave in turn; later ones are good. */
function inTurn(...answers: Array<(response: ServerResponse) => void>): Behaviour {
  return withLogin((request, response) => {
    const misbehave = answers.shift();
    if (misbehave) misbehave(response);
    else sendJson(response, request.body.includes('runJob') ? RUN : PROJECTS);
  });
}

const dropped = (response: ServerResponse) => response.destroy();
const cutShort = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"data":{"pro');
  setTimeout(() => response.destroy(), 10);
};
const brokenJson = (response: ServerResponse) => response.end('{"data":{"pro');
const html = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end(HTML);
const unavailable = (response: ServerResponse) =>
  response.writeHead(503, { 'retry-after': '0' }).end('later');
const limited = (response: ServerResponse) =>
  response.writeHead(429, { 'retry-after': '0' }).end('slow down');

const graphqlCalls = () => server.received.filter(({ path }) => path.endsWith('/graphql'));

describe('a read', () => {
  test.each([
    ['the connection drops', dropped],
    ['the answer is cut short', cutShort],
    ['the JSON is broken', brokenJson],
    ['a gateway answers 502 with HTML', html(502)],
    ['the platform answers 503 with Retry-After', unavailable],
    ['the platform answers 429', limited],
  ])('is sent again when %s', async (_name, misbehave) => {
    const platform = await platformThat(inTurn(misbehave));
    await expect(listProjects(platform.projects)).resolves.toEqual(PROJECTS.data.projects);
    expect(graphqlCalls()).toHaveLength(2);
  });

  test('gives up after four attempts', async () => {
    const platform = await platformThat(inTurn(...Array<typeof dropped>(9).fill(dropped)));
    await expect(listProjects(platform.projects)).rejects.toThrow(ConnectionError);
    expect(graphqlCalls()).toHaveLength(4);
  });

  test('does not wait longer than a minute for a platform that asks for it', async () => {
    const platform = await platformThat(
      inTurn((response) => response.writeHead(503, { 'retry-after': '3600' }).end()),
    );
    await expect(listProjects(platform.projects)).rejects.toMatchObject({
      status: 503,
      retryAfterMs: 3_600_000,
    });
  });

  test('recognises a web page', async () => {
    const platform = await platformThat(inTurn(html(200)));
    await expect(listProjects(platform.projects)).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      message: expect.stringContaining('web page instead of data: "Sign in"'),
      hint: expect.stringContaining('base URL'),
    });
  });

  test('does not follow a redirect, and says where it leads', async () => {
    const platform = await platformThat(
      inTurn((response) =>
        response.writeHead(302, { location: 'https://sso.example.com/login?x=1' }).end(),
      ),
    );
    await expect(listProjects(platform.projects)).rejects.toMatchObject({
      name: 'HttpStatusError',
      message: expect.stringContaining('redirects'),
      hint: expect.stringContaining('https://sso.example.com.'),
    });
    expect(server.received).toHaveLength(2);
  });

  test('reports errors with code and field, whatever the HTTP status', async () => {
    const platform = await platformThat(
      inTurn((response) =>
        sendJson(
          response,
          {
            errors: [
              { message: 'No\u0000pe', path: ['projects', 0], extensions: { code: 'FORBIDDEN' } },
            ],
            data: null,
          },
          400,
        ),
      ),
    );
    const error: unknown = await listProjects(platform.projects).catch((reason) => reason);
    expect(error).toBeInstanceOf(GraphqlResponseError);
    expect(error).toMatchObject({
      message: 'The platform responded: No pe',
      hint: 'Field: projects.0. Code: FORBIDDEN',
    });
  });

  test('says so when the platform is of another shape', async () => {
    const platform = await platformThat(
      withLogin((_request, response) => sendJson(response, { data: { projects: null } })),
    );
    await expect(listProjects(platform.projects)).rejects.toThrow(UnexpectedResponseError);
  });
});

describe('starting a run', () => {
  test.each([
    ['the connection drops', dropped],
    ['the answer is cut short', cutShort],
    ['the JSON is broken', brokenJson],
    ['a gateway answers 502 with HTML', html(502)],
    ['the platform answers 503 with Retry-After', unavailable],
  ])('is never repeated when %s, and says that the outcome is unknown', async (_name, accident) => {
    const platform = await platformThat(inTurn(accident));
    await expect(runJob(platform.projects, JOB_ID)).rejects.toThrow(OutcomeUnknownError);
    expect(graphqlCalls().filter(({ body }) => body.includes('runJob'))).toHaveLength(1);
  });

  test('is repeated when a rate limit turned it away', async () => {
    const platform = await platformThat(inTurn(limited));
    await expect(runJob(platform.projects, JOB_ID)).resolves.toEqual(RUN.data.runJob);
  });

  test('is sent again after a 401, with a new token', async () => {
    let logins = 0;
    const platform = await platformThat((request, response) => {
      if (request.path.endsWith('/authenticate')) response.end(`token-${++logins}`);
      else if (request.headers.authorization === 'Bearer token-1')
        response.writeHead(401).end('{"message":"expired"}');
      else sendJson(response, RUN);
    });
    await expect(runJob(platform.projects, JOB_ID)).resolves.toEqual(RUN.data.runJob);
    expect(logins).toBe(2);
  });

  test('stops when a fresh token is refused, too', async () => {
    const platform = await platformThat(
      withLogin((_request, response) => response.writeHead(401).end()),
    );
    await expect(runJob(platform.projects, JOB_ID)).rejects.toThrow(AuthenticationError);
    expect(graphqlCalls()).toHaveLength(2);
  });
});

describe('deleting a job', () => {
  const deleteJob = async ({ projects }: Platform) =>
    await (
      await prepareDeleteJob(projects, JOB_ID)
    )();

  test('is repeated when the response was lost', async () => {
    const platform = await platformThat(
      inTurn(dropped, (response) => sendJson(response, { data: { deleteJob: true } })),
    );
    await expect(deleteJob(platform)).resolves.toEqual({ deleted: true, id: JOB_ID });
  });

  test('counts as done where the job is unknown after a lost response', async () => {
    const platform = await platformThat(
      inTurn(dropped, (response) => sendJson(response, { errors: [{ message: 'Unknown job' }] })),
    );
    await expect(deleteJob(platform)).resolves.toEqual({ deleted: true, id: JOB_ID });
  });

  test('of an unknown job fails where no response was lost', async () => {
    const platform = await platformThat(
      inTurn((response) => sendJson(response, { errors: [{ message: 'Unknown job' }] })),
    );
    await expect(deleteJob(platform)).rejects.toThrow('Unknown job');
  });

  test('counts as done where the platform says "false" after a lost response', async () => {
    const platform = await platformThat(
      inTurn(dropped, (response) => sendJson(response, { data: { deleteJob: false } })),
    );
    await expect(deleteJob(platform)).resolves.toEqual({ deleted: true, id: JOB_ID });
  });

  test('does not call "false" a success', async () => {
    const platform = await platformThat(
      inTurn((response) => sendJson(response, { data: { deleteJob: false } })),
    );
    await expect(deleteJob(platform)).rejects.toThrow('did not delete');
  });
});

describe('the login', () => {
  test.each([
    ['plain text', 'abc.def.ghi'],
    ['a JSON string', '"abc.def.ghi"'],
    ['an object', '{"token":"abc.def.ghi"}'],
    ['an object of another kind', '{"access_token":"abc.def.ghi","expires_in":60}'],
  ])('reads a token from %s', async (_name, body) => {
    const platform = await platformThat((request, response) => {
      if (request.path.endsWith('/authenticate')) response.end(body);
      else sendJson(response, PROJECTS);
    });
    await listProjects(platform.projects);
    expect(graphqlCalls()[0]?.headers.authorization).toBe('Bearer abc.def.ghi');
    expect(server.received[0]).toMatchObject({
      path: '/authentication/api/open/authenticate',
      headers: { 'platform-realm': 'demo', 'content-type': 'application/json' },
    });
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
      login: 'somebody',
      password: expect.any(String),
    });
  });

  test.each([
    ['a web page', HTML, UnexpectedResponseError],
    ['nothing', '', UnexpectedResponseError],
    ['an object without a token', '{"ok":true}', UnexpectedResponseError],
  ])('refuses %s as a token', async (_name, body, expected) => {
    const platform = await platformThat((_request, response) => response.end(body));
    await expect(listProjects(platform.projects)).rejects.toThrow(expected);
  });

  test('is asked for once by many, and its failure reaches all of them', async () => {
    const platform = await platformThat((_request, response) =>
      setTimeout(() => response.writeHead(401).end('{"message":"wrong"}'), 20),
    );
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => listProjects(platform.projects)),
    );
    expect(results.map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
    expect(server.received).toHaveLength(1);
  });

  test('that fails is tried four times and never makes a run doubtful', async () => {
    const platform = await platformThat((_request, response) => response.destroy());
    await expect(runJob(platform.projects, JOB_ID)).rejects.toMatchObject({
      name: 'ConnectionError',
      reach: 'never',
    });
    expect(server.received).toHaveLength(4);
  });

  test('never repeats the password, even when the platform does', async () => {
    const platform = await platformThat((request, response) =>
      response.writeHead(418).end(`cannot use ${request.body}`),
    );
    const error: Error = await listProjects(platform.projects).catch((reason) => reason);
    expect(error).toBeInstanceOf(HttpStatusError);
    expect(error.message).toContain('cannot use');
    expect(JSON.stringify({ ...error, message: error.message })).not.toContain('pass-http');
  });

  test('renews a token shortly before it ends', async () => {
    let logins = 0;
    const seconds = Math.floor(Date.now() / 1000);
    const claims = (lifetime: number) =>
      Buffer.from(JSON.stringify({ iat: seconds, exp: seconds + lifetime })).toString('base64url');
    const platform = await platformThat((request, response) => {
      if (request.path.endsWith('/authenticate'))
        response.end(`e30.${claims(++logins === 1 ? 0.2 : 3600)}.x${logins}`);
      else sendJson(response, PROJECTS);
    });
    await listProjects(platform.projects);
    await new Promise((resolve) => setTimeout(resolve, 250));
    await listProjects(platform.projects);
    await listProjects(platform.projects);
    expect(logins).toBe(2);
  });
});

describe('cancelling', () => {
  test('ends a request that hangs', async () => {
    const platform = await platformThat(withLogin(() => undefined));
    const cancel = new AbortController();
    const pending = listProjects(platform.projects, { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 50);
    await expect(pending).rejects.toThrow(CancelledError);
  });

  test('ends the pause before a repetition', async () => {
    const platform = await platformThat(
      withLogin((_request, response) => response.writeHead(503, { 'retry-after': '30' }).end()),
    );
    const cancel = new AbortController();
    const pending = listProjects(platform.projects, { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 100);
    await expect(pending).rejects.toThrow(CancelledError);
  });

  test('sends nothing with a signal that has fired already', async () => {
    const platform = await platformThat(withLogin(() => undefined));
    await expect(listProjects(platform.projects, { signal: AbortSignal.abort() })).rejects.toThrow(
      CancelledError,
    );
    expect(graphqlCalls()).toHaveLength(0);
  });

  test('leaves the login to those who still wait for it', async () => {
    const platform = await platformThat((request, response) => {
      if (request.path.endsWith('/authenticate')) setTimeout(() => response.end('token'), 100);
      else sendJson(response, PROJECTS);
    });
    const cancel = new AbortController();
    const cancelled = listProjects(platform.projects, { signal: cancel.signal });
    const other = listProjects(platform.projects);
    setTimeout(() => cancel.abort(), 20);
    await expect(cancelled).rejects.toThrow(CancelledError);
    await expect(other).resolves.toEqual(PROJECTS.data.projects);
    expect(server.received).toHaveLength(2);
  });
});
