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
  if (twice) throw new StrictJsonError(lineAt(text, twice.offset), twice.name);
  const places = new Places(text);
  return { value, lineOf: (path) => places.lineOf(path) };
}

/**
 * A name that comes twice in one object.
 * @param json text that `JSON.parse` takes
 */
export function repeatedName(json: string): string | undefined {
  return firstTwice(json)?.name;
}

/** Finds lines of values: each object or list is searched once, however many of its members are wanted. */
class Places {
  private readonly members = new Map<number, Members>();
  /** Where each line begins. */
  private starts: number[] | undefined;

  constructor(private readonly text: string) {}

  lineOf(path: JsonPath): number {
    let place = afterSpace(this.text, 0);
    let value = place;
    for (const step of path) {
      const { names, entries } = this.membersAt(value);
      const member = typeof step === 'number' ? entries[step] : names.get(step);
      if (member === undefined) break;
      place = member;
      value = typeof step === 'number' ? member : afterName(this.text, member);
    }
    return this.lineAt(place);
  }

  private membersAt(offset: number): Members {
    const known = this.members.get(offset) ?? membersAt(this.text, offset);
    this.members.set(offset, known);
    return known;
  }

  private lineAt(offset: number): number {
    this.starts ??= lineStarts(this.text);
    let [line, after] = [0, this.starts.length];
    while (after - line > 1) {
      const middle = (line + after) >>> 1;
      if ((this.starts[middle] ?? 0) <= offset) line = middle;
      else after = middle;
    }
    return line + 1;
  }
}

/** Where the names of an object, or the entries of a list, begin. */
interface Members {
  names: Map<string, number>;
  entries: number[];
}

function membersAt(text: string, start: number): Members {
  const members: Members = { names: new Map(), entries: [] };
  const isObject = text.charCodeAt(start) === OBJECT;
  if (!isObject && text.charCodeAt(start) !== LIST) return members;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE || code === COMMA) continue;
    if (code === END_OF_OBJECT || code === END_OF_LIST) break;
    if (isObject) members.names.set(nameAt(text, at, endOfValue(text, at)), at);
    else members.entries.push(at);
    at = endOfWhole(text, isObject ? afterName(text, at) : at) - 1;
  }
  return members;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Goes through the text character by character: a regular expression fails at a text of millions of escapes. */
function firstTwice(text: string): { name: string; offset: number } | undefined {
  /** What is open; undefined for a list. */
  const levels: Array<NamesRead | undefined> = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE || code === COLON) continue;
    const names = levels.at(-1);
    if (code === COMMA) isName = names !== undefined;
    else if (code === END_OF_OBJECT || code === END_OF_LIST) {
      levels.pop();
      isName = false;
    } else if (isName && names) {
      const end = endOfValue(text, at);
      const name = nameAt(text, at, end);
      if (name === names.last || names.earlier?.has(name)) return { name, offset: at };
      if (names.last !== undefined) (names.earlier ??= new Set()).add(names.last);
      names.last = name;
      isName = false;
      at = end - 1;
    } else if (code === OBJECT || code === LIST) {
      isName = code === OBJECT;
      levels.push(isName ? {} : undefined);
    } else at = endOfValue(text, at) - 1;
  }
  return undefined;
}

/** The names of an object that were read; most objects of a large text have one or two. */
interface NamesRead {
  last?: string;
  earlier?: Set<string>;
}

function nameAt(text: string, start: number, end: number): string {
  const written = text.slice(start, end);
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
}

const codeOf = (character: string) => character.charCodeAt(0);
const [SPACE, COLON, COMMA] = [codeOf(' '), codeOf(':'), codeOf(',')];
const [QUOTE, BACKSLASH] = [codeOf('"'), codeOf('\\')];
const [LIST, END_OF_LIST] = [codeOf('['), codeOf(']')];
const [OBJECT, END_OF_OBJECT] = [codeOf('{'), codeOf('}')];

/** After a text, a number or a word. */
function endOfValue(text: string, start: number): number {
  let end = start + 1;
  if (text.charCodeAt(start) === QUOTE) {
    for (; text.charCodeAt(end) !== QUOTE; end++) if (text.charCodeAt(end) === BACKSLASH) end++;
    return end + 1;
  }
  while (end < text.length && !isAfterWord(text.charCodeAt(end))) end++;
  return end;
}

/** After a value with all that is in it. */
function endOfWhole(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first !== OBJECT && first !== LIST) return endOfValue(text, start);
  let at = start + 1;
  for (let depth = 1; depth > 0 && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfValue(text, at) - 1;
    else if (code === OBJECT || code === LIST) depth++;
    else if (code === END_OF_OBJECT || code === END_OF_LIST) depth--;
  }
  return at;
}

function isAfterWord(code: number): boolean {
  return code <= SPACE || code === COMMA || code === END_OF_LIST || code === END_OF_OBJECT;
}

function afterName(text: string, start: number): number {
  return afterSpace(text, afterSpace(text, endOfValue(text, start)) + 1);
}

/** The next character that says something; what else is as small as a space stands in texts alone, escaped. */
function afterSpace(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) <= SPACE) at++;
  return at;
}
