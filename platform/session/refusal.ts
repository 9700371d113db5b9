import { errorCodeOf } from '../common/errors/errorCodes';
import { GraphqlResponseError, type PlatformError } from '../common/errors/errors';
import { excerpt } from '../common/text/text';

/**
 * Adds the login and the right that it usually needs to the hint of a refused request. Other errors stay unchanged.
 * @param usualRight returns a right such as "the role editor in the project", if it is known; see docs/rights.md
 */
export function explainRefusal(
  error: PlatformError,
  login: string,
  usualRight: () => string | undefined,
): void {
  if (errorCodeOf(error) !== 'NOT_ALLOWED' || error.page) return;
  // If the change was made, only a field of its result was refused.
  if (error.effect !== 'none') return;
  const right = usualRight();
  const need = right === undefined ? '' : ` Usually, this needs ${right}.`;
  // Only GraphQL errors prove that the platform refused the request: a plain 403 may come from a gateway.
  error.hint =
    error instanceof GraphqlResponseError
      ? `The platform refused this to the login "${excerpt(login)}" of the credential.${need} ${error.hint}`
      : `${error.hint} The login of the credential is "${excerpt(login)}".${need}`;
}
