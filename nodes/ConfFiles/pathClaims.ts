import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInputError } from '../../platform/errors/errors';
import type { ItemCall } from '../shared/operation/operation';

/** What items of one execution want of one path: those that want the same share it. */
export class PathClaim {
  private result: Promise<unknown> | undefined;

  constructor(
    readonly path: string,
    readonly wanted: string,
  ) {}

  /** Does the work for the first of them; the others get what came of it. */
  async once<Result>(work: () => Promise<Result>): Promise<Result> {
    return (await (this.result ??= work())) as Result;
  }
}

const claimsOfExecutions = new WeakMap<IExecuteFunctions, Map<string, PathClaim>>();

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
  const claims = claimsOfExecutions.get(execution) ?? new Map<string, PathClaim>();
  claimsOfExecutions.set(execution, claims);
  const claim = claims.get(path) ?? new PathClaim(path, wanted);
  claims.set(path, claim);
  if (claim.wanted === wanted) return claim;
  throw new InvalidInputError(
    `Two items have the path ${path}`,
    'Use a different "File Path" for each item. Nothing was sent for this item.',
  );
}
