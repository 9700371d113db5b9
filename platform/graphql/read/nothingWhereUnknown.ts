import { GraphqlAnswerError } from '../../errors/errors';
import { saysUnknown } from '../../errors/saysUnknown';

/** Some platforms answer null for what they do not know, others refuse it. To be given to `catch`. */
export function nothingWhereUnknown(error: unknown): undefined {
  if (error instanceof GraphqlAnswerError && error.errors.every(saysUnknown)) return undefined;
  throw error;
}
