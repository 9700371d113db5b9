/** A text as the bytes of its UTF-8 form, one a character, so that a text encoded byte by byte can be decoded so, too. */
export interface DecodedText {
  bytes: string;
  /** Where each byte, and the end, stands in the text that was not decoded; undefined where that is the same. */
  positions: number[] | undefined;
}

export function rawText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

const CODES = new Map([
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['bsol', '\\'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

const ENCODED =
  /((?:\\u[0-9a-f]{4})+)|\\([bfnrt"'/\\])|%([0-9a-f]{2})|&#([0-9]{1,10});?|&#x([0-9a-f]{1,8});?|&(quot|apos|amp|lt|gt|bsol);?/gi;

/** Takes one level of JSON, HTML and percent encoding off a text. @returns undefined where there is none */
export function decodeOnce({ bytes, positions }: DecodedText): DecodedText | undefined {
  const decoded: string[] = [];
  const places: number[] = [];
  const place = (index: number) => positions?.[index] ?? index;
  let at = 0;
  const keepUntil = (end: number) => {
    decoded.push(bytes.slice(at, end));
    for (let index = at; index < end; index++) places.push(place(index));
  };
  for (const match of bytes.matchAll(ENCODED)) {
    const [found, units, letter, byte, number, hexadecimal, name] = match;
    keepUntil(match.index);
    at = match.index + found.length;
    const addBytes = (added: string, from: number) => {
      decoded.push(added);
      for (let index = 0; index < added.length; index++) places.push(place(from));
    };
    if (units) addUnits(units, (added, index) => addBytes(added, match.index + index));
    else if (byte) addBytes(String.fromCharCode(parseInt(byte, 16)), match.index);
    else addBytes(characterOf(letter ?? name, number, hexadecimal), match.index);
  }
  if (at === 0) return undefined;
  keepUntil(bytes.length);
  places.push(place(bytes.length));
  return { bytes: decoded.join(''), positions: places };
}

/** Numbers of JSON, of which two may make one character. */
function addUnits(units: string, add: (bytes: string, index: number) => void): void {
  let index = 0;
  for (const character of JSON.parse(`"${units}"`) as string) {
    add(rawText(character), index);
    index += character.length * '\\u0000'.length;
  }
}

function characterOf(name?: string, number?: string, hexadecimal?: string): string {
  if (name !== undefined) return CODES.get(name.toLowerCase()) ?? name;
  const code = number === undefined ? parseInt(hexadecimal ?? '', 16) : Number(number);
  return code <= 0x10ffff ? rawText(String.fromCodePoint(code)) : '?';
}
