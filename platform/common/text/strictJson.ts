import { visitValues } from './jsonValues';

/** A path of names in objects and positions in lists. */
export type JsonPath = ReadonlyArray<string | number>;

export interface StrictJson {
  value: unknown;
  /** Returns the line of a value, counted from 1. For a missing value, returns the line of its innermost existing parent. */
  findLine: (path: JsonPath) => number;
}

export class StrictJsonError extends Error {
  constructor(
    /** Counted from 1; undefined if unknown. */
    readonly line: number | undefined,
    /** The duplicate name; undefined if the text is not JSON. */
    readonly duplicateName?: string,
  ) {
    super();
  }
}

/**
 * Parses JSON. Refuses an object with two fields of the same name, of which `JSON.parse` would ignore the first.
 * @throws StrictJsonError if the text is not JSON, or a name is duplicate
 */
export function readStrictJson(text: string): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The message may have no position if the text ends too early, or for some unexpected characters.
    const [found, position = text.length] =
      /at position (\d+)|Unexpected end/.exec(String(error)) ?? [];
    throw new StrictJsonError(found ? getLineAt(text, Number(position)) : undefined);
  }
  const duplicate = findDuplicateName(text);
  if (duplicate) throw new StrictJsonError(getLineAt(text, duplicate.at), duplicate.name);
  return { value, findLine: (path) => getLineAt(text, findOffset(text, path)) };
}

function findDuplicateName(text: string): { name: string; at: number } | undefined {
  let duplicate: { name: string; at: number } | undefined;
  visitValues(text, ({ key, memberStart }, parents) => {
    if (typeof key !== 'string' || !parents.at(-1)?.names?.has(key)) return false;
    duplicate = { name: key, at: memberStart };
    return true;
  });
  return duplicate;
}

/** Returns the offset of a field's name or a list's entry, or that of the innermost existing parent if the path leads to no value. */
function findOffset(text: string, path: JsonPath): number {
  let offset = 0;
  let foundDepth = -1;
  visitValues(text, ({ key, memberStart }, { length: depth }) => {
    if (depth <= foundDepth || foundDepth === path.length) return true;
    if (depth > foundDepth + 1 || (depth > 0 && key !== path[depth - 1])) return false;
    offset = memberStart;
    foundDepth = depth;
    return false;
  });
  return offset;
}

/** Returns the line of an offset, counted from 1. */
export function getLineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
