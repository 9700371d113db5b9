import { visitValues } from './jsonValues';

/** Names in objects and positions in lists. */
export type JsonPath = ReadonlyArray<string | number>;

export interface StrictJson {
  value: unknown;
  /** Returns the line of a value, counted from 1. For a missing value, returns the line of the object or list that lacks it. */
  lineOf: (path: JsonPath) => number;
}

export class StrictJsonError extends Error {
  constructor(
    /** Counted from 1. */
    readonly line: number,
    /** The duplicate name; undefined if the text is not JSON. */
    readonly twice?: string,
  ) {
    super();
  }
}

/**
 * `JSON.parse` ignores the first of two fields with the same name. This function refuses them.
 * @throws StrictJsonError
 */
export function readStrictJson(text: string): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // If the text ends too early, the message has no position.
    const [, position = text.length] = /at position (\d+)/.exec(String(error)) ?? [];
    throw new StrictJsonError(lineAt(text, Number(position)));
  }
  const duplicate = findDuplicateName(text);
  if (duplicate) throw new StrictJsonError(lineAt(text, duplicate.at), duplicate.name);
  return { value, lineOf: (path) => lineAt(text, findPlace(text, path)) };
}

function findDuplicateName(text: string): { name: string; at: number } | undefined {
  let duplicate: { name: string; at: number } | undefined;
  visitValues(text, ({ key, at }, parents) => {
    if (typeof key !== 'string' || !parents.at(-1)?.names?.has(key)) return false;
    duplicate = { name: key, at };
    return true;
  });
  return duplicate;
}

/** Returns the offset of the name of a value. For a missing value, returns that of the object or list that lacks it. */
function findPlace(text: string, path: JsonPath): number {
  let place = 0;
  let found = -1;
  visitValues(text, ({ key, at }, { length: depth }) => {
    if (depth <= found || found === path.length) return true;
    if (depth > found + 1 || (depth > 0 && key !== path[depth - 1])) return false;
    place = at;
    found = depth;
    return false;
  });
  return place;
}

/** Counts from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
