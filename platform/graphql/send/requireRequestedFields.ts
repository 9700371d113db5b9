import { UnexpectedResponseError } from '../../errors/errors';
import type { GraphqlData } from './request';
import type { GraphqlRequest } from './request';

/**
 * Whether data are a response to this request at all: what a platform answers stands under names that were asked for.
 * Data without them, as of something in front of the platform, say nothing of what became of a mutation.
 * @throws UnexpectedResponseError
 */
export function requireRequestedFields(
  { query }: GraphqlRequest,
  { host }: URL,
  data: GraphqlData,
): GraphqlData {
  const names = Object.keys(data);
  if (names.length > 0 && names.every((name) => isNameIn(query, name))) return data;
  throw new UnexpectedResponseError(`${host} returned something else than what was requested`, {
    hint: 'The response may come from a gateway in front of the platform. Check the base URL in the credential.',
    reach: 'unknown',
  });
}

const PART_OF_A_NAME = /\w/;

function isNameIn(query: string, name: string): boolean {
  for (let at = query.indexOf(name); at !== -1; at = query.indexOf(name, at + 1)) {
    const isWhole = ![query[at - 1], query[at + name.length]].some(
      (next) => next !== undefined && PART_OF_A_NAME.test(next),
    );
    if (isWhole && name !== '') return true;
    if (name === '') return false;
  }
  return false;
}
