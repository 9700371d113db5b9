/** Returns a character for each byte of the text in UTF-8, so that text that was encoded byte by byte can be decoded. */
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
  ['nbsp', ' '],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

const ENCODED =
  /((?:\\u[0-9a-f]{4})+)|\\([bfnrt"'/\\])|%([0-9a-f]{2})|&#([0-9]{1,10});?|&#x([0-9a-f]{1,8});?|&(quot|apos|amp|lt|gt|bsol|nbsp);?/gi;

/** Decodes one level of JSON, HTML and percent encoding. @param bytes a result of `rawText` */
export function decodeOnce(bytes: string): string {
  return bytes.replace(ENCODED, (_found, ...parts) => {
    const [units, letter, byte, number, hexadecimal, name] = parts as Array<string | undefined>;
    // In JSON, two escapes may form one character.
    if (units) return rawText(JSON.parse(`"${units}"`) as string);
    if (byte) return String.fromCharCode(parseInt(byte, 16));
    const named = letter ?? name;
    if (named !== undefined) return CODES.get(named.toLowerCase()) ?? named;
    const code = number === undefined ? parseInt(hexadecimal ?? '', 16) : Number(number);
    return code <= 0x10ffff ? rawText(String.fromCodePoint(code)) : '?';
  });
}

/** Decodes one level of JSON, HTML and percent encoding. */
export function unescapeText(text: string): string {
  return Buffer.from(decodeOnce(rawText(text)), 'latin1').toString('utf8');
}
