import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInputError } from '../../platform/errors/errors';
import type { ItemCall } from '../shared/operation/operation';

/** What items of one execution want of one path: those that want the same share it. */
export interface PathClaim {
  path: string;
  /** Does the work for the first of them; the others get what came of it. */
  once<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface KnownClaim extends PathClaim {
  wanted: string;
}

const claimsOfExecutions = new WeakMap<IExecuteFunctions, Map<string, KnownClaim>>();

/**
 * To be called while items are read, before anything is sent.
 * @param wanted the same for two items that want the same of the path
 * @throws InvalidInputError if an earlier item wants something else of it: which one would win is chance
 */
export function claimPath(
  { execution }: ItemCall<unknown>,
  path: string,
  wanted: string,
): PathClaim {
  const claims = claimsOf(execution);
  const known = claims.get(path);
  if (!known) {
    const claim = { path, wanted, once: once() };
    claims.set(path, claim);
    return claim;
  }
  if (known.wanted === wanted) return known;
  throw new InvalidInputError(
    `Two items have the path ${path}`,
    'Use a different "File Path" for each item. Nothing was sent for this item.',
  );
}

function claimsOf(execution: IExecuteFunctions): Map<string, KnownClaim> {
  const known = claimsOfExecutions.get(execution);
  if (known) return known;
  const claims = new Map<string, KnownClaim>();
  claimsOfExecutions.set(execution, claims);
  return claims;
}

function once(): PathClaim['once'] {
  let result: Promise<unknown> | undefined;
  return async <Result>(work: () => Promise<Result>) => (await (result ??= work())) as Result;
}
