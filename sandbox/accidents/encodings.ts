/** Ways in which somebody who repeats a text may write it. */
export const ENCODINGS = [
  'plain',
  'json',
  'jsonTwice',
  'html',
  'htmlNumeric',
  'percent',
  'form',
  'base64',
] as const;

export type Encoding = (typeof ENCODINGS)[number];

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

const HTML_NAMES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

export function encoded(text: string, encoding: Encoding): string {
  switch (encoding) {
    case 'plain':
      return text;
    case 'json':
      return inJson(text);
    case 'jsonTwice':
      return inJson(inJson(text));
    case 'html':
      return text.replace(/[&<>"']/g, (character) => HTML_NAMES.get(character) ?? character);
    case 'htmlNumeric':
      return text.replace(/[^\w ]/gu, (character) => `&#${character.codePointAt(0)};`);
    case 'percent':
      return encodeURIComponent(text);
    case 'form':
      return String(new URLSearchParams({ text })).slice('text='.length);
    case 'base64':
      return Buffer.from(text).toString('base64');
  }
}
