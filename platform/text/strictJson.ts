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
  if (twice) throw new StrictJsonError(lineAt(text, twice.at), twice.name);
  return { value, lineOf: (path) => lineAt(text, placeOf(text, path)) };
}

function firstTwice(text: string): { name: string; at: number } | undefined {
  let twice: { name: string; at: number } | undefined;
  walk(text, (name, at, { names }) => {
    if (typeof name === 'number') return false;
    if (names?.has(name)) twice = { name, at };
    names?.add(name);
    return twice !== undefined;
  });
  return twice;
}

/** Where the value at a path begins, with its name; of what is not there, what would hold it. */
function placeOf(text: string, path: JsonPath): number {
  let place = text.search(/\S/);
  let found = 0;
  walk(text, (step, at, _level, depth) => {
    if (depth < found || found === path.length) return true;
    if (depth > found || step !== path[found]) return false;
    place = at;
    found++;
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

/** An object or list that is open. */
interface Level {
  /** Room for the names of an object; undefined for a list. */
  names: Set<string> | undefined;
  entries: number;
}

/** @returns whether no more is wanted */
type Visit = (nameOrIndex: string | number, at: number, level: Level, depth: number) => boolean;

/**
 * Visits each member of objects and lists. It goes through the text character by character: a regular expression fails at a text
 * of millions of escapes.
 */
function walk(text: string, visit: Visit): void {
  const levels: Level[] = [];
  let isMember = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const level = levels.at(-1);
    if (code <= SPACE || code === COLON) continue;
    if (code === COMMA) isMember = true;
    else if (code === END_OF_OBJECT || code === END_OF_LIST) {
      levels.pop();
      isMember = false;
    } else {
      const end = code === OBJECT || code === LIST ? at + 1 : endOfValue(text, at);
      const key = level?.names ? textAt(text, at, end) : level?.entries;
      if (isMember && level && key !== undefined) {
        if (visit(key, at, level, levels.length - 1)) return;
        level.entries++;
      }
      isMember = code === OBJECT || code === LIST;
      if (isMember) levels.push({ names: code === OBJECT ? new Set() : undefined, entries: 0 });
      at = end - 1;
    }
  }
}

/** The text between two quotes of JSON. */
export function textAt(text: string, start: number, end: number): string {
  const written = text.slice(start, end);
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
}

const codeOf = (character: string) => character.charCodeAt(0);
const [SPACE, COLON, COMMA] = [codeOf(' '), codeOf(':'), codeOf(',')];
const [QUOTE, BACKSLASH] = [codeOf('"'), codeOf('\\')];
const [LIST, END_OF_LIST] = [codeOf('['), codeOf(']')];
const [OBJECT, END_OF_OBJECT] = [codeOf('{'), codeOf('}')];

/** Finds the end of a text, a number or a word of JSON. */
export function endOfValue(text: string, start: number): number {
  let end = start + 1;
  if (text.charCodeAt(start) === QUOTE) {
    for (; text.charCodeAt(end) !== QUOTE; end++) if (text.charCodeAt(end) === BACKSLASH) end++;
    return end + 1;
  }
  while (end < text.length && !isAfterWord(text.charCodeAt(end))) end++;
  return end;
}

function isAfterWord(code: number): boolean {
  return code <= SPACE || code === COMMA || code === END_OF_LIST || code === END_OF_OBJECT;
}
