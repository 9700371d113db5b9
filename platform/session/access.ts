import { InvalidInputError } from '../common/errors/errors';
import { readTlsOptions, type TlsOptions } from '../http/tls/options';
import { cleanName, excerpt, hideLogin } from '../common/text/text';

export interface PlatformCredential extends TlsOptions {
  baseUrl: string;
  platformId: string;
  realm: string;
  login: string;
  password: string;
  /** Default `Platform-Realm`. */
  realmHeader?: string;
  /** The place of the token in the login response, for example `data.token` or `header:X-Auth-Token`. */
  tokenPath?: string;
  /** Default `auto`. */
  catalogAddress?: string;
}

/** The values of a credential after the checks. They can be sent unchanged. */
export interface PlatformAccess {
  /** Without a slash at its end; may have a path. */
  baseUrl: string;
  platformId: string;
  realm: string;
  realmHeader: string;
  login: string;
  password: string;
  /** If empty, the usual fields and headers are searched for the token. */
  tokenPath: string;
  catalogAddress: 'auto' | CatalogAddress;
  tls: TlsOptions;
}

/** The module in the address of the catalog (interface, section 4.3). The address `general` has no module. */
const CATALOG_ADDRESSES = ['technology', 'gateway', 'general'] as const;
export type CatalogAddress = (typeof CATALOG_ADDRESSES)[number];

const DEFAULT_REALM_HEADER = 'Platform-Realm';

/** Matches the paths of the services (interface, section 4) and of the platform's pages. */
const PLATFORM_PATH =
  /\/(?:projects\/api(?:\/platform(?:\/[^/]+(?:\/graphi?ql)?)?)?|projects\/platform(?:\/.*)?|(?:technology|gateway)\/api(?:\/graphi?ql)?|authentication\/api(?:\/open(?:\/authenticate)?)?|settings\/api(?:\/v1(?:\/settings(?:\/.*)?)?)?|conf\/upload(?:\/.*)?)$/;

/** @throws InvalidInputError with the name of the first field that cannot be used */
export function readPlatformAccess(credential: PlatformCredential): PlatformAccess {
  return {
    baseUrl: readBaseUrl(credential.baseUrl),
    platformId: requireText(credential.platformId, 'Platform ID'),
    realm: requireHeaderText(requireText(credential.realm, 'Realm'), 'Realm'),
    realmHeader: readHeaderName(credential.realmHeader),
    login: requireText(credential.login, 'Login'),
    password: requirePassword(credential.password),
    tokenPath: readTokenPath(credential.tokenPath),
    catalogAddress:
      CATALOG_ADDRESSES.find((address) => address === credential.catalogAddress) ?? 'auto',
    tls: readTlsOptions(credential),
  };
}

/** Percent-encodes each segment. @throws InvalidInputError if a segment is empty, `.` or `..` */
export function buildAddress(access: Pick<PlatformAccess, 'baseUrl'>, ...segments: string[]): URL {
  const invalidSegment = segments.find((segment) => /^\.{0,2}$/.test(segment));
  if (invalidSegment !== undefined)
    throw new InvalidInputError(
      `"${invalidSegment}" cannot be part of an address`,
      'Enter a name or an ID.',
    );
  return new URL(`${access.baseUrl}/${segments.map(encodeURIComponent).join('/')}`);
}

/** Reads the platform's address as `readAddress` does. Also throws if it ends with the path of a module or page. */
export function readBaseUrl(value: string, field = 'Base URL'): string {
  const { origin, path } = splitAddress(parseAddress(value, field));
  const [platformPath] = PLATFORM_PATH.exec(path) ?? [];
  if (platformPath === undefined) {
    const base = readAddress(value, field);
    return base.origin + base.path;
  }
  const [, platformId] = /\/platform\/([^/]+)/.exec(platformPath) ?? [];
  const andId = platformId ? `, and ${cleanName(platformId)} in "Platform ID"` : '';
  throw new InvalidInputError(
    `The ${field} has a path that is not needed: "${excerpt(platformPath, [], 200)}"`,
    `Enter only the address of the platform: ${origin}${path.slice(0, -platformPath.length)}${andId}.`,
  );
}

/** Reads an address, and removes the slashes at its end. @throws InvalidInputError if it is invalid, or has a login, query or fragment */
export function readAddress(value: string, field: string): { origin: string; path: string } {
  const url = parseAddress(value, field);
  const { origin, path } = splitAddress(url);
  if (url.search || url.hash) {
    throw new InvalidInputError(
      `The ${field} contains a "?" or "#" part`,
      `Use only the part before it: ${origin}${path}.`,
    );
  }
  return { origin, path };
}

function parseAddress(value: string, field: string): URL {
  const text = requireText(value, field);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new InvalidInputError(
      `The ${field} "${hideLogin(text)}" is not a valid URL`,
      'Start it with https:// or http://, for example https://platform.example.com.',
    );
  }
  const url = new URL(text);
  if (url.username || url.password) {
    throw new InvalidInputError(
      `The ${field} contains a login`,
      'Remove the username and the password from the address. Use the fields of the credential instead.',
    );
  }
  return url;
}

function splitAddress({ origin, pathname }: URL): { origin: string; path: string } {
  return { origin, path: pathname.replace(/\/+$/, '') };
}

/** In Token Path, the name of a header follows this prefix. */
export const TOKEN_IN_HEADER = 'header:';
/** In Token Path, this means that the whole body is the token. */
export const TOKEN_IS_BODY = '.';

function readTokenPath(value: string | undefined): string {
  const path = String(value ?? '').trim();
  const [, header] = /^header:\s*(.*)$/is.exec(path) ?? [];
  const isPath = path === '' || path === TOKEN_IS_BODY || path.split('.').every(Boolean);
  if (header === undefined ? isPath : HEADER_NAME.test(header)) return path;
  throw new InvalidInputError(
    `"${excerpt(path)}" is not a valid Token Path`,
    'Enter a path in the JSON of the login response, for example data.token, or a header, for example header:X-Auth-Token.',
  );
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function readHeaderName(value: string | undefined): string {
  const name = value?.trim() || DEFAULT_REALM_HEADER;
  if (!HEADER_NAME.test(name)) {
    throw new InvalidInputError(
      `The Realm Header "${cleanName(name)}" is not a valid header name`,
      'Use letters, digits, and hyphens only, for example Platform-Realm.',
    );
  }
  return name;
}

export function isBlank(value: string | undefined): boolean {
  return String(value ?? '').trim() === '';
}

/** Removes the white space around the value. */
export function requireText(value: string | undefined, field: string): string {
  if (isBlank(value)) {
    throw new InvalidInputError(`The ${field} is empty`, `Fill in "${field}" in the credential.`);
  }
  return String(value).trim();
}

export function readToken(value: string, field: string, hint = ''): string {
  const token = requireText(value, field);
  if (isToken(token)) return token;
  throw new InvalidInputError(
    `The ${field} contains characters that are not allowed in a token`,
    `Copy it again without spaces or line breaks. ${hint}`.trim(),
  );
}

/** Keeps the spaces around the password. */
function requirePassword(value: string | undefined): string {
  if (!value)
    throw new InvalidInputError('The password is empty', 'Fill in "Password" in the credential.');
  return value;
}

function requireHeaderText(value: string, field: string): string {
  if (!/^[\x20-\x7e]+$/.test(value)) {
    throw new InvalidInputError(
      `The ${field} contains characters that are not allowed in a header`,
      `Use only letters without accents, digits, and punctuation in "${field}".`,
    );
  }
  return value;
}

/** Returns true if all characters are visible ASCII characters, which a header may contain. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Shorter text that is not Base64 may by chance decode to a valid token. */
const MIN_ENCODED_CHARACTERS = 16;

/** Returns true for a token in Base64. Users paste such tokens because Kubernetes shows the values of a secret in Base64. */
export function isEncodedToken(token: string): boolean {
  if (token.length < MIN_ENCODED_CHARACTERS || token.length % 4 !== 0) return false;
  if (!/^[\w+/-]+={0,2}$/.test(token)) return false;
  return isToken(Buffer.from(token, 'base64').toString('utf8').trim());
}
