import { InvalidInputError } from '../../errors/errors';

/** The number of a version, which counts from 1. @throws InvalidInputError for what is none */
export function readVersionNumber(given: unknown): number {
  const isWritten = typeof given === 'string' && /^\d+$/.test(given.trim());
  const number = isWritten ? Number(given) : given;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1) return number;
  throw new InvalidInputError(
    'The version number is missing or is not a whole number',
    'Version numbers start at 1. "Get" returns the current one. Separate several with commas. Nothing was sent.',
  );
}
