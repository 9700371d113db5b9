import { InvalidInputError } from '../errors/errors';

/** Deeper than anything that people nest, and flat enough for code that calls itself for each level. */
export const MAX_LEVELS = 200;

export function tooManyLevels(what: string): InvalidInputError {
  return new InvalidInputError(
    `${what} is nested too deeply`,
    `At most ${MAX_LEVELS} levels can be sent. Nothing was sent.`,
  );
}
