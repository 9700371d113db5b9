/** Returns one character for each UTF-8 byte of the text, because some encodings escape each byte. */
export function toByteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

const CHARACTERS_BY_NAME = new Map([
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['bsol', '\\'],
  ['nbsp', ' '],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

const ENCODED =
  /((?:\\u[0-9a-f]{4})+)|\\([bfnrt"'/\\])|%([0-9a-f]{2})|&#([0-9]{1,10});?|&#x([0-9a-f]{1,8});?|&(quot|apos|amp|lt|gt|bsol|nbsp);?/gi;

/** Decodes one level of JSON, HTML and percent encoding in a result of `toByteString`. */
export function decodeOnce(bytes: string): string {
  return bytes.replace(ENCODED, (_found, ...parts) => {
    const [units, letter, byte, number, hexadecimal, name] = parts as Array<string | undefined>;
    // In JSON, two escapes may be halves of one character.
    if (units) return toByteString(JSON.parse(`"${units}"`) as string);
    if (byte) return String.fromCharCode(parseInt(byte, 16));
    const named = letter ?? name;
    if (named !== undefined) return CHARACTERS_BY_NAME.get(named.toLowerCase()) ?? named;
    const code = number === undefined ? parseInt(hexadecimal ?? '', 16) : Number(number);
    return code <= 0x10ffff ? toByteString(String.fromCodePoint(code)) : '?';
  });
}

/** Decodes one level of JSON, HTML and percent encoding in ordinary text. */
export function unescapeText(text: string): string {
  return Buffer.from(decodeOnce(toByteString(text)), 'latin1').toString('utf8');
}
