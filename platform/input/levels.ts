import { InvalidInputError } from '../errors/errors';

/** Deeper than anything that people nest, and flat enough for code that calls itself for each level. */
export const MAX_LEVELS = 200;

/**
 * @param value which is itself the first level
 * @throws InvalidInputError for one that is nested too deeply, or that holds itself
 */
export function requireFewLevels(value: unknown, what: string): void {
  let level = new Set<unknown>([value]);
  for (let depth = 0; level.size > 0; depth++) {
    if (depth >= MAX_LEVELS) throw tooManyLevels(what);
    level = new Set([...level].flatMap(membersOf));
  }
}

export function tooManyLevels(what: string): InvalidInputError {
  return new InvalidInputError(
    `${what} is nested too deeply`,
    `At most ${MAX_LEVELS} levels can be sent. Nothing was sent.`,
  );
}

function membersOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  // Dates say themselves what they are sent as.
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return [];
  return Object.values(value).filter((member) => typeof member === 'object' && member !== null);
}
