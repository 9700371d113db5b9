import { Refused } from '../http/body';
import type { Settings } from '../options';

/** Decoded names of the folders and the file in a path. The root has none. */
export type Segments = readonly string[];

const MAX_NAME_BYTES = 255;
// eslint-disable-next-line no-control-regex -- the expression finds control characters
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/** Splits a path such as '/folder/file' without decoding it. @throws Refused */
export function splitPath(path: string): string[] {
  const bare = path.replace(/^\/|\/$/g, '');
  return bare === '' ? [] : checkNames(bare.split('/'));
}

function checkNames(segments: string[]): string[] {
  segments.forEach(checkName);
  return segments;
}

export function joinPath(segments: Segments): string {
  return `/${segments.join('/')}`;
}

/** Splits the path of a raw URL and decodes each segment. */
function splitUrl(url: string): string[] {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.slice(1).split('/').map(decodeURIComponent);
}

function checkName(name: string): void {
  if (name === '') throw new Refused(400, 'A path must not contain an empty name');
  if (name === '.' || name === '..') throw new Refused(400, 'A path must not contain . or ..');
  if (name.includes('/')) throw new Refused(400, 'A name must not contain a slash');
  if (CONTROL_CHARACTER.test(name))
    throw new Refused(400, 'A name must not contain a control character');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw new Refused(400, `A name must not be longer than ${MAX_NAME_BYTES} bytes`);
  }
}

/**
 * Reads the path of a file from a URL whose path starts with `segmentsBefore` segments, the customer and the platform ID.
 * @throws Refused (404) for another customer or platform, (400) for a path that no file can have
 */
export function readFilePath(
  url: string,
  segmentsBefore: number,
  { customer, platformId }: Pick<Settings, 'customer' | 'platformId'>,
): string[] {
  const [urlCustomer, urlPlatform, ...path] = splitUrl(url).slice(segmentsBefore);
  if (urlCustomer !== customer) throw new Refused(404, `There is no customer ${urlCustomer}`);
  if (urlPlatform !== platformId) throw new Refused(404, `There is no platform ${urlPlatform}`);
  return checkNames(path);
}
