import { PartlyDoneError } from '../errors/errors';
import { textOf } from '../text/values';

interface Identified {
  id?: unknown;
}

/** What a change answered, with the ID of what was changed: a platform may fail to tell it beside what it did. */
export function withKnownId<Result extends Identified>(result: Result, id: string): Result {
  return textOf(result.id) === undefined ? { ...result, id } : result;
}

/**
 * What the platform answered to making something new.
 * @param what as "job"
 * @param whereToLook in a sentence
 * @throws PartlyDoneError where it does not return the ID: nobody could tell afterwards what was made
 */
export function withNewId<Result extends Identified>(
  result: Result,
  what: string,
  whereToLook: string,
): Result {
  if (textOf(result.id) !== undefined) return result;
  throw new PartlyDoneError(`The ${what} was created, but the platform did not return its ID`, {
    hint: `${whereToLook}. It was created only once.`,
    reach: 'answered',
  });
}
