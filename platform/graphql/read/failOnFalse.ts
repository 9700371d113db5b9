import type { NotDoneError } from '../../errors/errors';
import { ownValue } from '../../text/names';
import type { CallOptions } from '../send/endpoint';

/** Options with which "false" under a root field is a failure. */
export function failOnFalse(
  rootField: string,
  refusal: () => NotDoneError,
  options: CallOptions = {},
): CallOptions {
  return {
    ...options,
    requireDone(data) {
      if (ownValue(data, rootField) === false) throw refusal();
    },
  };
}
