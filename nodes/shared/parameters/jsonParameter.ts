import type { IDataObject } from 'n8n-workflow';
import { InvalidInputError } from '../../../platform/errors/errors';
import { parseUserJson } from '../../../platform/input/userJson';
import { isObject } from '../../../platform/text/values';
import type { ItemParameters } from './nodeParameters';

/** Reads a field of type JSON as an object; an expression may give the object itself. */
export function readJsonObject(parameters: ItemParameters, path: string): IDataObject {
  const given = parameters.value(path);
  const name = parameters.displayName(path);
  if (typeof given === 'string' && given.trim() === '') return {};
  const value = typeof given === 'string' ? parseUserJson(given, name) : given;
  if (isObject(value)) return value as IDataObject;
  throw new InvalidInputError(
    `"${name}" is not a JSON object`,
    'Enter an object with quoted names, for example: { "jobId": "…" }. Nothing was sent.',
  );
}
