import { findErrorCode } from '../common/errors/errorCodes';
import { GraphqlResponseError, type PlatformError } from '../common/errors/errors';
import { excerpt } from '../common/text/text';

/**
 * Adds the login, and the right that the request usually needs, to the hint of a refused request. Other errors stay unchanged.
 * @param usualRight returns a right such as "the role editor in the project" (see docs/rights.md); undefined if unknown
 */
export function explainRefusal(
  error: PlatformError,
  login: string,
  usualRight: () => string | undefined,
): void {
  if (findErrorCode(error) !== 'NOT_ALLOWED' || error.page) return;
  // The platform may have made the change, and refused only a field of the result.
  if (error.effect !== 'none') return;
  const right = usualRight();
  const neededRight = right === undefined ? '' : ` Usually, this needs ${right}.`;
  // Only GraphQL errors prove that the platform refused the request: a plain 403 may come from a gateway.
  error.hint =
    error instanceof GraphqlResponseError
      ? `The login "${excerpt(login)}" of the credential is not allowed to do this.${neededRight} ${error.hint}`
      : `${error.hint} The login of the credential is "${excerpt(login)}".${neededRight}`;
}
