import { GraphqlAnswerError } from '../../errors/errors';
import { isNotFoundEntry } from '../../errors/isNotFoundEntry';

/** Some platforms answer null for what they do not know, others refuse it. To be given to `catch`. */
export function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof GraphqlAnswerError && error.errors.every(isNotFoundEntry)) return undefined;
  throw error;
}
