export interface JsonValue {
  /** The name in an object, or the position in a list; undefined for the whole text. */
  key: string | number | undefined;
  /** The offset of the value's name if it has one, otherwise `start`. */
  memberStart: number;
  start: number;
  /** The offset after a scalar, or after the opening bracket of an object or list. */
  end: number;
}

export interface JsonParent {
  key: JsonValue['key'];
  /** The names that were visited in the object; undefined for a list. */
  names: Set<string> | undefined;
  /** The number of values that were visited in the object or list. */
  count: number;
}

/**
 * Visits each value in a text that `JSON.parse` accepts, a parent before its members. Recursion and regular expressions would
 * fail at millions of levels or escapes, which text from outside may contain.
 * @param visit called with a value and its parents, the outermost first; returns true to stop
 */
export function visitValues(
  text: string,
  visit: (value: JsonValue, parents: readonly JsonParent[]) => boolean,
): void {
  const parents: JsonParent[] = [];
  let name: { key: string; at: number } | undefined;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE || code === COLON || code === COMMA) continue;
    if (code === END_OF_OBJECT || code === END_OF_LIST) {
      parents.pop();
      continue;
    }
    const parent = parents.at(-1);
    const isParent = code === START_OF_OBJECT || code === START_OF_LIST;
    const end = isParent ? at + 1 : findScalarEnd(text, at);
    if (parent?.names && !name) {
      name = { key: parseQuoted(text.slice(at, end)), at };
    } else {
      const key = name?.key ?? parent?.count;
      if (visit({ key, memberStart: name?.at ?? at, start: at, end }, parents)) return;
      if (name) parent?.names?.add(name.key);
      if (parent) parent.count++;
      name = undefined;
      if (isParent) {
        parents.push({ key, names: code === START_OF_OBJECT ? new Set() : undefined, count: 0 });
      }
    }
    at = end - 1;
  }
}

function parseQuoted(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

const charCode = (character: string) => character.charCodeAt(0);
const [SPACE, COLON, COMMA] = [charCode(' '), charCode(':'), charCode(',')];
const [QUOTE, BACKSLASH] = [charCode('"'), charCode('\\')];
const [START_OF_LIST, END_OF_LIST] = [charCode('['), charCode(']')];
const [START_OF_OBJECT, END_OF_OBJECT] = [charCode('{'), charCode('}')];

function findScalarEnd(text: string, start: number): number {
  let end = start + 1;
  if (text.charCodeAt(start) === QUOTE) {
    for (; text.charCodeAt(end) !== QUOTE; end++) if (text.charCodeAt(end) === BACKSLASH) end++;
    return end + 1;
  }
  while (end < text.length && !endsWord(text.charCodeAt(end))) end++;
  return end;
}

function endsWord(code: number): boolean {
  return code <= SPACE || code === COMMA || code === END_OF_LIST || code === END_OF_OBJECT;
}
