import { InvalidInputError } from '../../errors';

/** The number of a version, which counts from 1. @throws InvalidInputError for what is none */
export function readVersionNumber(given: unknown): number {
  const isWritten = typeof given === 'string' && /^\d+$/.test(given.trim());
  const number = isWritten ? Number(given) : given;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1) return number;
  throw new InvalidInputError(
    'The number of the version is missing or not a whole number',
    'Versions count from 1; "Get" tells the number of the current one. Several have commas between them. Nothing was sent.',
  );
}
