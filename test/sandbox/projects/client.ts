import type { Sandbox, SandboxOptions } from '../../../sandbox';
import { clientOf, sandboxWith, tokenOf, type Answer } from '../client';

export const START = Date.parse('2026-03-01T00:00:00Z');
export const UNKNOWN = '99999999-0000-4000-8000-000000000000';

/** A seeded sandbox without runs, on a clock that only moves when told to. */
export async function onAClock(options: SandboxOptions = {}) {
  let now = START;
  const sandbox = await sandboxWith({ seedRuns: false, clock: () => now, ...options });
  return {
    sandbox,
    ask: await clientOf(sandbox),
    /** Sets the clock, in seconds after the start. */
    at(seconds: number): void {
      now = START + seconds * 1000;
    },
  };
}

/** The data of an answer without errors; fails with the errors otherwise. */
export function dataOf({ data, errors }: Answer): NonNullable<Answer['data']> {
  expect(errors).toBeUndefined();
  return data;
}

/** Sends a GraphQL multipart request with one file in the variable `file`. */
export async function sendFile(
  sandbox: Sandbox,
  url: string,
  query: string,
  file: { name: string; content: string },
  variables: Record<string, unknown> = {},
): Promise<Answer> {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { ...variables, file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', new File([file.content], file.name));
  const answer = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await tokenOf(sandbox)}` },
    body: form,
  });
  return (await answer.json()) as Answer;
}
