import { InvalidInputError } from './errors/errors';
import { readTlsOptions, type TlsOptions } from './tls/options';
import { excerpt, withoutLogin } from './text/text';

/** What a user types in to reach a platform, as it comes from the credential. */
export interface PlatformCredential extends TlsOptions {
  baseUrl: string;
  platformId: string;
  realm: string;
  login: string;
  password: string;
  /** Name of the header that carries the realm. Default `Platform-Realm`. */
  realmHeader?: string;
  /** Where the login response has the token, if not in a usual place: `data.token` or `header:X-Auth-Token`. */
  tokenPath?: string;
  /** Where the technology catalog answers. Default `auto`. */
  catalogAddress?: string;
}

/** The same, checked: every value can be sent as it is. */
export interface PlatformAccess {
  /** Without a slash at its end; may hold a path. */
  baseUrl: string;
  platformId: string;
  /** Whether they were read from the address of a page or module. */
  isOfPage: boolean;
  realm: string;
  realmHeader: string;
  login: string;
  password: string;
  /** Empty: the usual places are searched. */
  tokenPath: string;
  catalogAddress: 'auto' | CatalogAddress;
  tls: TlsOptions;
}

/** Modules in the documented addresses of the catalog (interface, section 4.3); `general` has none. */
export type CatalogAddress = 'technology' | 'gateway' | 'general';

const DEFAULT_REALM_HEADER = 'Platform-Realm';

/** What the client itself puts at the end of the base URL (section 4), or a page of the platform adds. */
const OWN_PATH =
  /\/(?:projects\/api(?:\/platform(?:\/[^/]+(?:\/graphi?ql)?)?)?|projects\/platform(?:\/.*)?|(?:technology|gateway)\/api(?:\/graphi?ql)?|authentication\/api(?:\/open(?:\/authenticate)?)?|settings\/api(?:\/v1(?:\/settings(?:\/.*)?)?)?|conf\/upload(?:\/.*)?)$/;

/** The field's default: n8n fills it in again where a user has left the field empty, so it says less than an address. */
const FILLED_IN_PLATFORM_ID = '1';

/** @throws InvalidInputError naming the first field that cannot be used. */
export function readPlatformAccess(credential: PlatformCredential): PlatformAccess {
  return {
    ...readPlace(credential),
    realm: headerText(required(credential.realm, 'Realm'), 'Realm'),
    realmHeader: readHeaderName(credential.realmHeader),
    login: required(credential.login, 'Login'),
    password: requiredSecret(credential.password),
    tokenPath: readTokenPath(credential.tokenPath),
    catalogAddress: readCatalogAddress(credential.catalogAddress),
    tls: readTlsOptions(credential),
  };
}

/** The base URL may be the address of any page or module: what is behind the platform's own is understood. */
function readPlace(
  credential: Pick<PlatformCredential, 'baseUrl' | 'platformId'>,
): Pick<PlatformAccess, 'baseUrl' | 'platformId' | 'isOfPage'> {
  const [address = ''] = required(credential.baseUrl, 'Base URL').split(/[?#]/, 1);
  const own = URL.canParse(address) ? ownPathIn(new URL(address).pathname) : undefined;
  if (!own) {
    const baseUrl = readBaseUrl(credential.baseUrl);
    return { baseUrl, platformId: required(credential.platformId, 'Platform ID'), isOfPage: false };
  }
  const { origin, path } = readAddress(address, 'Base URL');
  const [, found = ''] = /\/platform\/([^/]+)/.exec(own) ?? [];
  const given = String(credential.platformId ?? '').trim();
  const chosen = given === FILLED_IN_PLATFORM_ID ? found || given : given || found;
  const platformId = required(chosen, 'Platform ID');
  if (found !== '' && found !== platformId) {
    throw invalid(
      `The Base URL is that of the platform ${excerpt(found, [], 100)}, but the Platform ID is ${excerpt(platformId, [], 100)}`,
      `Enter ${excerpt(found, [], 100)} in "Platform ID" of the credential, or correct the address.`,
    );
  }
  return { baseUrl: origin + path.slice(0, -own.length), platformId, isOfPage: true };
}

function ownPathIn(pathname: string): string | undefined {
  return OWN_PATH.exec(pathname.replace(/\/+$/, ''))?.[0];
}

/** An absolute address below the base URL; every path segment is percent-encoded. */
export function addressOf(access: Pick<PlatformAccess, 'baseUrl'>, ...segments: string[]): URL {
  return new URL(`${access.baseUrl}/${segments.map(encodeURIComponent).join('/')}`);
}

/** Checks an address field of a credential: it may have any path, but not that of a module or page at its end. */
export function readBaseUrl(value: string, field = 'Base URL'): string {
  const { origin, path } = readAddress(value, field);
  const own = ownPathIn(path);
  if (own === undefined) return origin + path;
  throw invalid(
    `The ${field} has a path that is not needed: "${own}"`,
    `Enter only the address of the platform: ${origin}${path.slice(0, -own.length)}.`,
  );
}

/** Checks an address field of a credential: its origin, and a path of any kind without slashes at its end. */
export function readAddress(value: string, field: string): { origin: string; path: string } {
  const text = required(value, field);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw invalid(
      `The ${field} "${withoutLogin(text)}" is not a valid URL`,
      'Start it with https:// or http://, for example https://platform.example.com.',
    );
  }
  const url = new URL(text);
  if (url.username || url.password) {
    throw invalid(
      `The ${field} contains a login`,
      'Remove the username and the password from the address. Use the fields of the credential instead.',
    );
  }
  if (url.search || url.hash) {
    throw invalid(
      `The ${field} contains a "?" or "#" part`,
      `Use only the part before it: ${url.origin}${url.pathname.replace(/\/+$/, '')}.`,
    );
  }
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') };
}

const CATALOG_ADDRESSES = ['technology', 'gateway', 'general'] as const;

function readCatalogAddress(value: string | undefined): PlatformAccess['catalogAddress'] {
  return CATALOG_ADDRESSES.find((address) => address === value) ?? 'auto';
}

/** In front of a header's name in Token Path. */
export const TOKEN_IN_HEADER = 'header:';
/** As Token Path: the token is the whole body. */
export const TOKEN_IS_BODY = '.';
const MAX_TOKEN_PATH_CHARACTERS = 200;

function readTokenPath(value: string | undefined): string {
  const given = String(value ?? '').trim();
  const isHeader = given.toLowerCase().startsWith(TOKEN_IN_HEADER);
  const header = given.slice(TOKEN_IN_HEADER.length).trim();
  const path = isHeader ? TOKEN_IN_HEADER + header : given;
  const isPath = path === '' || path === TOKEN_IS_BODY || path.split('.').every(Boolean);
  const isValid = isHeader ? HEADER_NAME.test(header) : isPath;
  if (isValid && path.length <= MAX_TOKEN_PATH_CHARACTERS) return path;
  throw invalid(
    `"${excerpt(path, [], 100)}" is not a valid Token Path`,
    'Enter a path in the JSON of the login response, for example data.token, or a header, for example header:X-Auth-Token.',
  );
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function readHeaderName(value: string | undefined): string {
  const name = value?.trim() || DEFAULT_REALM_HEADER;
  if (!HEADER_NAME.test(name)) {
    throw invalid(
      `"${excerpt(name, [], 100)}" is not a valid header name`,
      'Use letters, digits, and hyphens only, for example Platform-Realm.',
    );
  }
  return name;
}

/** A field of a credential that must not be empty, without the white space around it. */
export function required(value: string | undefined, field: string): string {
  const text = String(value ?? '').trim();
  if (text === '') {
    throw invalid(`The ${field} is empty`, `Fill in "${field}" in the credential.`);
  }
  return text;
}

/** A token that stands in a credential itself. */
export function readToken(value: string, field: string, hint = ''): string {
  const token = required(value, field);
  if (isToken(token)) return token;
  throw invalid(
    `The ${field} contains characters that are not allowed in a token`,
    `Copy it again without spaces or line breaks. ${hint}`.trim(),
  );
}

/** A password is used to the letter, spaces included. */
function requiredSecret(value: string | undefined): string {
  if (!value) throw invalid('The password is empty', 'Fill in "Password" in the credential.');
  return value;
}

function headerText(value: string, field: string): string {
  if (!/^[\x20-\x7e]+$/.test(value)) {
    throw invalid(
      `The ${field} contains characters that are not allowed in a header`,
      `Use only letters and digits without accents in "${field}".`,
    );
  }
  return value;
}

function invalid(message: string, hint: string): InvalidInputError {
  return new InvalidInputError(message, hint);
}

/** What a token can be made of: characters that a header carries, without spaces and line ends. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Random text of fewer characters may be readable by chance when it is decoded. */
const MIN_ENCODED_CHARACTERS = 16;

/** Whether a token is the Base64 form of one: as a secret shows it, or as it was put into a secret by hand. */
export function isEncodedToken(token: string): boolean {
  if (token.length < MIN_ENCODED_CHARACTERS || token.length % 4 !== 0) return false;
  if (!/^[\w+/-]+={0,2}$/.test(token)) return false;
  return isToken(Buffer.from(token, 'base64').toString('utf8').trim());
}
