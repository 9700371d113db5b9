import type { NotDoneError } from '../errors';
import { ownValue } from '../names';
import type { CallOptions } from './endpoint';

/** Options with which "false" under a root field is a failure. */
export function notFalse(
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
