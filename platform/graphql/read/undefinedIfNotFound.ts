import { GraphqlResponseError } from '../../errors/errors';
import { isNotFoundEntry } from '../../errors/isNotFoundEntry';

/** Some platforms answer null for what they do not know, others refuse it. To be given to `catch`. */
export function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof GraphqlResponseError && error.errors.every(isNotFoundEntry))
    return undefined;
  throw error;
}
