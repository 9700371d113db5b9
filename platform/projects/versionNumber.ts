import { InvalidInputError } from '../errors';

/** The number of a version, which counts from 1. @throws InvalidInputError for what is none */
export function readVersionNumber(given: unknown): number {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1) return number;
  throw new InvalidInputError(
    'The number of the version is missing or not a whole number',
    'Versions count from 1; "Get" tells the number of the current one.',
  );
}
