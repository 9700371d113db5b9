import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';

/** What is tried on a platform of each generation; a name in docs/dev/generations.md. */
export interface Row {
  /** As there, with its resource: `job.run`. */
  name: string;
  /** The folder below nodes/. */
  node: string;
  /** As `job/get`; empty for a trigger. */
  operation: string;
  /** Tries it once or more, with parameters that fit a seeded sandbox. */
  perform(sandbox: Sandbox): Promise<Outcome>;
}

export interface Outcome {
  json: IDataObject[];
  error?: (Error & { description?: string | null }) | undefined;
}

/** Outcomes as one; the first error counts. */
export async function together(...tried: Array<() => Promise<Outcome>>): Promise<Outcome> {
  const json: IDataObject[] = [];
  for (const one of tried) {
    const outcome = await one();
    if (outcome.error) return outcome;
    json.push(...outcome.json);
  }
  return { json };
}
