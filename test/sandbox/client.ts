import { request as httpRequest, Agent } from 'node:http';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

const open: Sandbox[] = [];

/** A sandbox that closes when the test ends (call closeSandboxes in afterEach). */
export async function sandboxWith(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  open.push(sandbox);
  return sandbox;
}

export async function closeSandboxes(): Promise<void> {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
}

export function authenticate(
  { baseUrl, credentials: { login, password, realm } }: Sandbox,
  changes: { headers?: Record<string, string>; body?: string } = {},
): Promise<Response> {
  return fetch(`${baseUrl}/authentication/api/open/authenticate`, {
    method: 'POST',
    headers: changes.headers ?? { 'Content-Type': 'application/json', 'Platform-Realm': realm },
    body: changes.body ?? JSON.stringify({ login, password }),
  });
}

export async function tokenOf(sandbox: Sandbox): Promise<string> {
  return (await authenticate(sandbox)).text();
}

export function projectsUrl({ baseUrl, credentials }: Sandbox): string {
  return `${baseUrl}/projects/api/platform/${credentials.platformId}/graphql`;
}

export function post(
  sandbox: Sandbox,
  token: string,
  query: string,
  variables?: unknown,
): Promise<Response> {
  return fetch(projectsUrl(sandbox), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
}

export interface Answer {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shape is what each test asks for
  data?: any;
  errors?: { message: string; path?: string[]; extensions?: { code?: string } }[];
}

/** A client that has logged in. */
export async function clientOf(sandbox: Sandbox) {
  const token = await tokenOf(sandbox);
  return async (query: string, variables?: unknown): Promise<Answer> =>
    (await (await post(sandbox, token, query, variables)).json()) as Answer;
}

export interface RawAnswer {
  status: number | undefined;
  announcedLength: number;
  body: string;
  /** Code of the error that ended the exchange; undefined where it ended well. */
  error?: string;
}

/** One exchange on a connection of its own, seen at the level of HTTP. Ends after `patienceMs` with 'SILENCE'. */
export function exchange(
  url: string,
  headers: Record<string, string>,
  body: string,
  patienceMs = 5000,
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const answer: RawAnswer = { status: undefined, announcedLength: 0, body: '' };
    const agent = new Agent({ keepAlive: false });
    const request = httpRequest(url, { method: 'POST', headers, agent }, (response) => {
      answer.status = response.statusCode;
      answer.announcedLength = Number(response.headers['content-length']);
      response.setEncoding('utf8');
      response.on('data', (text: string) => (answer.body += text));
      response.on('error', (error: NodeJS.ErrnoException) => end(error.code));
      response.on('end', () => end());
    });
    const timer = setTimeout(() => end('SILENCE'), patienceMs);
    request.on('error', (error: NodeJS.ErrnoException) => end(error.code));
    request.end(body);

    function end(error?: string): void {
      clearTimeout(timer);
      request.on('error', () => undefined);
      request.destroy();
      resolve({ ...answer, error });
    }
  });
}
