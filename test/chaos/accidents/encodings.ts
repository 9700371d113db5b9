const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

const HTML_NAMES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Encodings in which a gateway may repeat a text. */
const WRITTEN = {
  plain: (text: string) => text,
  json: inJson,
  jsonTwice: (text: string) => inJson(inJson(text)),
  html: (text: string) => text.replace(/[&<>"']/g, (sign) => HTML_NAMES.get(sign) ?? sign),
  htmlNumeric: (text: string) => text.replace(/[^\w ]/gu, (sign) => `&#${sign.codePointAt(0)};`),
  percent: encodeURIComponent,
  form: (text: string) => String(new URLSearchParams({ text })).slice('text='.length),
  base64: (text: string) => Buffer.from(text).toString('base64'),
};

type Encoding = keyof typeof WRITTEN;

export const ENCODINGS = Object.keys(WRITTEN) as Encoding[];

export function encoded(text: string, encoding: Encoding): string {
  return WRITTEN[encoding](text);
}
