/** A value within a JSON text. */
export interface JsonValue {
  /** Its name in an object, its position in a list; undefined for the whole text. */
  key: string | number | undefined;
  /** Offset of its name in an object, otherwise its own. */
  at: number;
  start: number;
  /** After a text, number or word; after the bracket of an object or a list. */
  end: number;
}

/** An object or a list around a value. */
export interface JsonParent {
  key: JsonValue['key'];
  /** Names that came before; undefined for a list. */
  names: Set<string> | undefined;
  /** Entries of a list that came before. */
  entries: number;
}

/**
 * Visits each value of a text that `JSON.parse` accepts, outer ones before inner ones. It neither calls itself nor uses regular
 * expressions: both fail at what a text from outside may contain, millions of levels or escapes.
 * @param visit returns true to stop; its parents are listed from the outermost one
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
    const isParent = code === OBJECT || code === LIST;
    const end = isParent ? at + 1 : endOfScalar(text, at);
    if (parent?.names && !name) {
      name = { key: parseText(text.slice(at, end)), at };
    } else {
      const key = name?.key ?? parent?.entries;
      if (visit({ key, at: name?.at ?? at, start: at, end }, parents)) return;
      if (name) parent?.names?.add(name.key);
      if (parent) parent.entries++;
      name = undefined;
      if (isParent) {
        parents.push({ key, names: code === OBJECT ? new Set() : undefined, entries: 0 });
      }
    }
    at = end - 1;
  }
}

/** @param written with its quotes */
function parseText(written: string): string {
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
}

const charCode = (character: string) => character.charCodeAt(0);
const [SPACE, COLON, COMMA] = [charCode(' '), charCode(':'), charCode(',')];
const [QUOTE, BACKSLASH] = [charCode('"'), charCode('\\')];
const [LIST, END_OF_LIST] = [charCode('['), charCode(']')];
const [OBJECT, END_OF_OBJECT] = [charCode('{'), charCode('}')];

function endOfScalar(text: string, start: number): number {
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
