import { unescapeText } from './decoding';
import { replaceSecrets } from './secrets';

const MAX_EXCERPT_CHARACTERS = 500;
/** Only the start of a text is scanned for secrets and shown. */
const MAX_SCANNED_CHARACTERS = 16 * 1024;

/**
 * Makes text from outside safe to show in a message: hides secrets, removes invisible characters and changes of the writing
 * direction, puts it on one line, and shortens it.
 */
export function excerpt(
  text: string,
  secrets: readonly string[] = [],
  maxCharacters = MAX_EXCERPT_CHARACTERS,
): string {
  const hidden = replaceSecrets(text, secrets, MAX_SCANNED_CHARACTERS);
  const visible = stripAnsi(hidden).replace(INVISIBLE_CHARACTERS, '');
  // The removed characters may have been in the middle of a secret.
  const safe = visible === hidden ? hidden : replaceSecrets(visible, secrets);
  const shown = safe
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(CONTROLS, ' ')
    .trim();
  return shorten(shown, maxCharacters);
}

/** Makes a name or an ID from outside safe to show in a message. */
export function cleanName(name: unknown): string {
  return excerpt(String(name ?? ''), [], 100);
}

/** Removes control sequences of terminals, such as colors and window titles. */
export function stripAnsi(text: string): string {
  return text.replace(ANSI, '');
}

/* eslint-disable no-control-regex -- control characters are removed */
/** ESC only matches at the start of a sequence, so the search is linear. */
const ANSI =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u009b[\d;]*m|\u001b[\]PX^_][^\u0007\u001b\u009c\r\n]*(?:\u0007|\u001b\\|\u009c)|\u001b(?:[ -/][0-~]|[78=>c])/g;
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\s]+/g;
/* eslint-enable no-control-regex */
const INVISIBLE_CHARACTERS = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Hides the login in an address, even if the address has no scheme. */
export function hideLogin(address: string): string {
  return excerpt(address.replace(/^(https?:\/\/)?.*@/is, '$1***@'), [], 200);
}

/** Gateways and web front ends send HTML pages instead of a response. */
export function isHtml(text: string): boolean {
  return /^\s{0,1000}(?:<\?xml[^<>]{0,200}>\s{0,100})?<(?:!doctype\s+html|html|head|body|!--)/i.test(
    text,
  );
}

/** Returns the title of the page, or the start of its text if it has no title. */
export function readHtmlTitle(html: string, secrets: readonly string[] = []): string {
  const start = replaceSecrets(html, secrets, MAX_SCANNED_CHARACTERS);
  const title = /<title[^>]{0,200}>([^<]*)<\/title>/i.exec(start)?.[1];
  return excerpt(title?.trim() ? unescapeText(title) : stripHtml(start), secrets);
}

/** Returns the text on one line, without tags, scripts and styles. The text of a script that contains "<" remains. */
export function stripHtml(html: string): string {
  const text = html.replace(/<(script|style)\b[^<]*<\/\1\s*>/gi, ' ').replace(/<[^<>]*>/g, ' ');
  return unescapeText(text).replace(/\s+/g, ' ');
}

/** Programs on Windows write this mark at the start of UTF-8 files. `JSON.parse` refuses it. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

export function shorten(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const start = text.slice(0, maxCharacters - 1);
  // A surrogate pair must not be cut in two.
  return `${/[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start}…`;
}
