/** Where a value stands in JSON: names of objects and positions in lists. */
export type JsonPath = ReadonlyArray<string | number>;

/** JSON in which no name comes twice. */
export interface StrictJson {
  value: unknown;
  /** The line of a value, from 1; of what is not there, that of what would hold it. */
  lineOf(path: JsonPath): number;
}

/** Why a text is not JSON that can be relied on. */
export class StrictJsonError extends Error {
  constructor(
    /** From 1. */
    readonly line: number,
    /** Where a name comes twice, that name. */
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
    // What ends too early has no position.
    const [, position = text.length] = /at position (\d+)/.exec(String(error)) ?? [];
    throw new StrictJsonError(lineAt(text, Number(position)));
  }
  const twice = firstTwice(text);
  if (twice) {
    const { name, offset } = twice;
    throw new StrictJsonError(lineAt(text, offset), name);
  }
  return { value, lineOf: (path) => lineAt(text, offsetOf(text, path)) };
}

/**
 * A name that comes twice in one object.
 * @param json text that `JSON.parse` takes
 */
export function repeatedName(json: string): string | undefined {
  return firstTwice(json)?.name;
}

/** An object or list that is open where a scan is. */
interface Level {
  /** What is read in it: the name, or the position in the list. */
  at: string | number;
  /** The names so far; undefined for a list. */
  names: Set<string> | undefined;
}

/** Texts, and what stands between them. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Goes through a text that is JSON.
 * @param visit called for each name and each value with what holds it; true ends the scan
 */
function scan(
  text: string,
  visit: (levels: readonly Level[], offset: number, name: string | undefined) => boolean,
): void {
  const levels: Level[] = [];
  let isName = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === ':') isName = false;
    else if (token === '}' || token === ']') {
      levels.pop();
      isName = false;
    } else if (token === ',') {
      if (level?.names) isName = true;
      else if (level) level.at = Number(level.at) + 1;
    } else if (isName && level?.names) {
      const name = JSON.parse(token) as string;
      if (visit(levels, index, name)) return;
      level.at = name;
      level.names.add(name);
    } else {
      if (visit(levels, index, undefined)) return;
      isName = token === '{';
      if (token === '{') levels.push({ at: '', names: new Set() });
      if (token === '[') levels.push({ at: 0, names: undefined });
    }
  }
}

function firstTwice(text: string): { name: string; offset: number } | undefined {
  let found: { name: string; offset: number } | undefined;
  scan(text, (levels, offset, name) => {
    if (name === undefined || !levels.at(-1)?.names?.has(name)) return false;
    found = { name, offset };
    return true;
  });
  return found;
}

/** Where the value begins; where there is none, what would hold it. */
function offsetOf(text: string, path: JsonPath): number {
  let deepest = -1;
  let best = 0;
  scan(text, (levels, offset, name) => {
    const isOnTheWay = levels.every(({ at }, depth) => {
      const here = depth === levels.length - 1 && name !== undefined ? name : at;
      return depth < path.length && here === path[depth];
    });
    if (!isOnTheWay || levels.length <= deepest) return false;
    [deepest, best] = [levels.length, offset];
    return deepest === path.length;
  });
  return best;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
