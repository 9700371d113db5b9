import type { GraphqlErrorEntry } from '../errors';

const SAYS_UNKNOWN = /not[ _]?found|unknown|does(?: not|n't) exist|no such/i;

/** Whether a platform says, in whatever words, that it has no such thing. */
export function saysUnknown({ message, extensions }: GraphqlErrorEntry): boolean {
  return SAYS_UNKNOWN.test(`${message} ${String(extensions?.code)}`);
}
