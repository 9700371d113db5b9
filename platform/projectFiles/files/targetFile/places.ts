import { ownValue } from '../../../text/names';
import { isObject } from '../../../text/values';
import type { JsonPath } from '../../../text/strictJson';
import { excerpt } from '../../../text/text';
import type { Part } from '../model';
import { wrongFile, WrongFileError } from '../readFile';
import { ALL, type TargetFile } from './readTargetFile';
import { nameOf } from './variablesByName';

/** Where the parts of something that was patched stand in the target file. */
export function placesIn(
  { settings, patchOf }: TargetFile,
  part: Part,
  key: string,
  variables: ReadonlyArray<Record<string, unknown>>,
) {
  const named = (at: JsonPath): JsonPath =>
    at[0] === 'variables' && typeof at[1] === 'number'
      ? ['variables', nameOf(variables, at[1]), ...at.slice(2)]
      : at;
  const names = [key, ALL].filter((name) => patchOf(part, name) !== undefined);
  const lineOf = (at: JsonPath) => {
    const wanted = named(at);
    const name = names.find((one) => hasPath(patchOf(part, one), wanted)) ?? names[0];
    return settings.lineOf(name === undefined ? ['schedules'] : [part, name, ...wanted]);
  };
  /** The same error with where it stands in the target file. */
  const locate = (error: unknown): unknown => {
    if (!(error instanceof WrongFileError)) return error;
    const { path, what, advice, field, line } = error;
    const at = field === undefined ? [] : field.split('.');
    const where = field === undefined ? (line ?? lineOf([])) : lineOf(at);
    const thing = `${part}.${key}`;
    const whole = field === undefined ? thing : `${thing}.${field}`;
    return wrongFile(path, `${what}, for "${excerpt(thing, [], 200)}"`, advice, where, whole);
  };
  return { lineOf, locate };
}

function hasPath(patch: unknown, at: JsonPath): boolean {
  let here = patch;
  for (const step of at) {
    here = isObject(here) ? ownValue(here, String(step)) : undefined;
    if (here === undefined) return false;
  }
  return true;
}
