import type { Current, Doc } from '../tree';

/**
 * Returns the fields of an entry on the target, by the names that files use: one with the same values as before was not changed by
 * another user. Fingerprints of plans and the checks during a deploy compare these.
 */
export function stateOf(current: Current): Doc {
  const { doc, variables, hasAlias, technologyId, unlistedCredentialsId } = current;
  const { packageVersion, packageAddress } = current;
  return {
    ...doc,
    // An alias that is made of the names of all entities may change with theirs.
    ...(hasAlias === false && { alias: undefined }),
    technologyId,
    dockerCredentialsId: unlistedCredentialsId,
    package: packageVersion ?? packageAddress,
    variables: variables.map(({ name, doc: own }) => ({ name, ...own })),
  };
}
