import { Refused } from '../http/body';
import type { Settings } from '../options';

/** Decoded names; none for the root. */
export type Segments = readonly string[];

const MAX_NAME_BYTES = 255;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/** Reads '/folder/file' without decoding. @throws Refused */
export function textSegments(path: string): string[] {
  const bare = path.replace(/^\/|\/$/g, '');
  return bare === '' ? [] : checkedSegments(bare.split('/'));
}

function checkedSegments(segments: string[]): string[] {
  segments.forEach(checkName);
  return segments;
}

export function pathText(segments: Segments): string {
  return `/${segments.join('/')}`;
}

/** Decodes each segment of a raw URL's path. @throws Refused */
function urlSegments(url: string): string[] {
  const [path = ''] = url.split(/[?#]/, 1);
  return path
    .slice(1)
    .split('/')
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        throw new Refused(400, `${segment} is not percent-encoded UTF-8`);
      }
    });
}

function checkName(name: string): void {
  if (name === '') throw new Refused(400, 'A path must not hold an empty name');
  if (name === '.' || name === '..') throw new Refused(400, 'A path must not hold . or ..');
  if (name.includes('/')) throw new Refused(400, 'A name must not hold a slash');
  if (CONTROL_CHARACTER.test(name))
    throw new Refused(400, 'A name must not hold a control character');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw new Refused(400, `A name must not be longer than ${MAX_NAME_BYTES} bytes`);
  }
}

/**
 * Returns the path after `above` segments, the customer and the platform ID.
 * @throws Refused (404) for another customer or platform, (400) for a path that no file can have
 */
export function place(
  url: string,
  above: number,
  { customer, platformId }: Pick<Settings, 'customer' | 'platformId'>,
): string[] {
  const [toCustomer, toPlatform, ...path] = urlSegments(url).slice(above);
  if (toCustomer !== customer) throw new Refused(404, `There is no customer ${toCustomer}`);
  if (toPlatform !== platformId) throw new Refused(404, `There is no platform ${toPlatform}`);
  return checkedSegments(path);
}
