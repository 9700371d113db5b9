import { visitValues } from './jsonValues';

/** The place of a value in JSON: names in objects and positions in lists. */
export type JsonPath = ReadonlyArray<string | number>;

/** JSON in which no name comes twice. */
export interface StrictJson {
  value: unknown;
  /** Returns the line of a value, from 1; of a missing one, the line of what would contain it. */
  lineOf: (path: JsonPath) => number;
}

/** A text is not JSON, or one of its objects has a name twice. */
export class StrictJsonError extends Error {
  constructor(
    /** From 1. */
    readonly line: number,
    /** The name that comes twice; undefined if the text is not JSON. */
    readonly twice?: string,
  ) {
    super();
  }
}

/**
 * Reads JSON. Of a name that comes twice in an object, `JSON.parse` takes the later one without a word: here it is refused.
 * @throws StrictJsonError
 */
export function readStrictJson(text: string): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The message of a text that ends too early has no position.
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

/** Returns the offset of the value at a path, with its name; of a missing one, that of what would contain it. */
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

/** Returns the line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
