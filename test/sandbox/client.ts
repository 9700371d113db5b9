import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { untilTestEnds } from '../support/untilTestEnds';

export const START = Date.parse('2026-03-01T00:00:00Z');
export const UNKNOWN = '99999999-0000-4000-8000-000000000000';

/** A sandbox that closes when the test ends. */
export const sandboxWith = (options: SandboxOptions = {}): Promise<Sandbox> =>
  untilTestEnds(startSandbox(options));

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
  url = projectsUrl(sandbox),
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
}

interface Answer {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shape is what each test asks for
  data?: any;
  errors?: { message: string; path?: string[]; extensions?: { code?: string } }[];
}

/** A client that has logged in. */
export async function clientOf(sandbox: Sandbox, url?: string) {
  const token = await tokenOf(sandbox);
  return async (query: string, variables?: unknown): Promise<Answer> =>
    (await (await post(sandbox, token, query, variables, url)).json()) as Answer;
}

/** The data of an answer without errors; fails with the errors otherwise. */
export function dataOf({ data, errors }: Answer): NonNullable<Answer['data']> {
  expect(errors).toBeUndefined();
  return data;
}
