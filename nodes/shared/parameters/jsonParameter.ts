import type { IDataObject } from 'n8n-workflow';
import { InvalidInputError } from '../../../platform/errors/errors';
import { repeatedName } from '../../../platform/text/strictJson';
import { excerpt, withoutByteOrderMark } from '../../../platform/text/text';
import { isObject } from '../../../platform/text/values';
import type { ItemParameters } from './nodeParameters';

/** Reads a field of type JSON as an object; an expression may give the object itself. */
export function readJsonObject(parameters: ItemParameters, path: string): IDataObject {
  const value = parameters.value(path);
  const given = typeof value === 'string' ? withoutByteOrderMark(value) : value;
  const object = typeof given === 'string' ? parse(given) : given;
  const twice = typeof given === 'string' && object !== undefined ? repeatedName(given) : undefined;
  if (twice !== undefined) {
    throw new InvalidInputError(
      `"${parameters.displayName(path)}" contains "${excerpt(twice, [], 100)}" twice`,
      'Use each name only once in an object. Nothing was sent.',
    );
  }
  if (isObject(object)) return object as IDataObject;
  throw new InvalidInputError(
    `"${parameters.displayName(path)}" is not a JSON object`,
    'Enter an object with quoted names, for example: { "jobId": "…" }. Nothing was sent.',
  );
}

function parse(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
