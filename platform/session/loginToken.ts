import { isToken, TOKEN_IN_HEADER, TOKEN_IS_BODY } from './access';
import type { TextResponse } from '../http/response';
import { excerpt } from '../common/text/text';
import { isObject, valueAt } from '../common/text/values';

/** Tokens that list many groups and rights are large. */
const MAX_TOKEN_CHARACTERS = 256 * 1024;

/** Names are compared by their lowercase letters, so `access_token` and `accessToken` are the same. */
const TOKEN_FIELDS = new Set(
  'token accesstoken authtoken authenticationtoken authorizationtoken bearertoken sessiontoken jwt jwttoken'.split(
    ' ',
  ),
);
/** Some platforms return the token inside one of these objects. */
const WRAPPERS = new Set(
  'data result results response payload body content auth authentication session token tokens access accesstoken'.split(
    ' ',
  ),
);
const MAX_WRAPPERS = 3;
const TOKEN_HEADERS = [
  'Authorization',
  'X-Auth-Token',
  'X-Access-Token',
  'X-Subject-Token',
  'X-Authorization',
  'Access-Token',
  'Auth-Token',
];

const MAX_NAMES_CHARACTERS = 200;

export interface FoundToken {
  /** Without "Bearer". */
  token: string;
  /** In the syntax of the credential's field Token Path. */
  place: string;
  /** The object that contains the token; empty for a header or text. */
  fields: Record<string, unknown>;
}

/** Returns the different tokens in the response to a login. Searches the usual places, because the interface does not define one. */
export function findTokens({ text, headers }: Omit<TextResponse, 'status'>): FoundToken[] {
  const body = parseBody(text);
  // A token in a header is preferred to text, which may be just "OK". A token in JSON is preferred to a header, which may contain
  // another token, for example against CSRF.
  const mayBeOtherText = typeof body === 'string' && !/^bearer\s/i.test(body);
  const inBody = isObject(body) ? findInFields(body) : toTokens(body, TOKEN_IS_BODY, {});
  const inHeaders = TOKEN_HEADERS.flatMap((name) => findInHeader(headers, TOKEN_IN_HEADER + name));
  const found = inBody.length > 0 && !(mayBeOtherText && inHeaders.length > 0) ? inBody : inHeaders;
  const tokens = found.map(({ token }) => token);
  return found.filter(({ token }, index) => tokens.indexOf(token) === index);
}

/** @param place a path in the JSON, or a header such as `header:X-Auth-Token` */
export function findTokenAt(
  { text, headers }: Omit<TextResponse, 'status'>,
  place: string,
): FoundToken | undefined {
  if (place.toLowerCase().startsWith(TOKEN_IN_HEADER)) return findInHeader(headers, place)[0];
  const body = parseBody(text);
  if (place === TOKEN_IS_BODY) return toTokens(body, place, {})[0];
  const parent = place.includes('.') ? valueAt(body, place.replace(/\.[^.]*$/, '')) : body;
  return toTokens(valueAt(body, place), place, isObject(parent) ? parent : {})[0];
}

/** Returns the names in one text, without the values, which may be secret. */
export function listFieldNames(text: string): string {
  const body = parseBody(text);
  return isObject(body) ? excerpt(Object.keys(body).join(', '), [], MAX_NAMES_CHARACTERS) : '';
}

function findInFields(fields: Record<string, unknown>, path = '', wrappers = 0): FoundToken[] {
  return Object.entries(fields).flatMap(([field, value]): FoundToken[] => {
    const name = field.toLowerCase().replace(/[^a-z]/g, '');
    const place = path + field;
    if (TOKEN_FIELDS.has(name) && typeof value === 'string') return toTokens(value, place, fields);
    const isWrapper = WRAPPERS.has(name) && isObject(value) && wrappers < MAX_WRAPPERS;
    return isWrapper ? findInFields(value, `${place}.`, wrappers + 1) : [];
  });
}

function findInHeader(headers: TextResponse['headers'], place: string): FoundToken[] {
  const name = place.slice(TOKEN_IN_HEADER.length).trim().toLowerCase();
  const [value] = [new Map(Object.entries(headers)).get(name)].flat();
  return toTokens(value, place, {});
}

function toTokens(value: unknown, place: string, fields: Record<string, unknown>): FoundToken[] {
  if (typeof value !== 'string') return [];
  const token = value.trim().replace(/^bearer\s+/i, '');
  const isUsable = token.length <= MAX_TOKEN_CHARACTERS && isToken(token);
  return isUsable ? [{ token, place, fields }] : [];
}

/** Parses a text that begins like JSON, and returns undefined if it is invalid. Returns any other text trimmed. */
function parseBody(text: string): unknown {
  const body = text.trim();
  if (!/^["{[]/.test(body)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
