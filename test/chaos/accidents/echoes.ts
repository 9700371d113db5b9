export const ENCODINGS = [
  'plain',
  'json',
  'jsonTwice',
  'unicodeEscapes',
  'html',
  'htmlDecimal',
  'htmlHex',
  'percent',
  'form',
  'base64',
  'base64url',
] as const;

export type Encoding = (typeof ENCODINGS)[number];

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

const HTML: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as somebody who repeats it may write it. */
export function encoded(text: string, encoding: Encoding): string {
  switch (encoding) {
    case 'plain':
      return text;
    case 'json':
      return inJson(text);
    case 'jsonTwice':
      return inJson(inJson(text));
    case 'unicodeEscapes':
      return text.replace(/[^\w ]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
    case 'html':
      return text.replace(/[&<>"']/g, (c) => HTML[c] ?? c);
    case 'htmlDecimal':
      return text.replace(/[^\w ]/g, (c) => `&#${c.charCodeAt(0)};`);
    case 'htmlHex':
      return text.replace(/[^\w ]/g, (c) => `&#x${c.charCodeAt(0).toString(16)};`);
    case 'percent':
      return encodeURIComponent(text);
    case 'form':
      return new URLSearchParams({ v: text }).toString().slice(2);
    case 'base64':
      return Buffer.from(text).toString('base64');
    case 'base64url':
      return Buffer.from(text).toString('base64url');
  }
}
