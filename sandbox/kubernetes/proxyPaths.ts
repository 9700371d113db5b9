import { posix } from 'node:path';

/** What a path asks the API server to pass on, taken apart as the API server does: decoded as a whole, then split. */
interface ProxyPath {
  namespace: string;
  /** As `<name>:<port>`. */
  service: string;
  /** As it is sent on. */
  path: string;
}

const PARTS_IN_FRONT = ['api', 'v1', 'namespaces', '', 'services', '', 'proxy'].length;

/**
 * The API server decodes a path before it looks at it, cleans it of `..`, `.` and `//`, and encodes it anew: an encoded
 * slash becomes one, and whatever may stand in a path is sent on as it is.
 * @param url below the API server's root; the query is passed on untouched
 * @returns undefined for an address that is not percent-encoded
 */
export function proxyPath(url: string): ProxyPath | undefined {
  const [encoded = '', ...query] = url.split('?');
  const whole = decodedBytes(encoded);
  if (whole === undefined) return undefined;
  const parts = whole.replace(/^\/+|\/+$/g, '').split('/');
  const rest = posix.normalize(`/${parts.slice(PARTS_IN_FRONT).join('/')}`).replace(/\/$/, '');
  const path = encodedBytes(whole.endsWith('/') ? `${rest}/` : rest);
  return {
    namespace: parts[3] ?? '',
    service: parts[5] ?? '',
    path: [path === '' ? '/' : path, ...query].join('?'),
  };
}

/** One character a byte. */
function decodedBytes(text: string): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(text)) return undefined;
  return text.replace(/%([0-9a-f]{2})/gi, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** As Go writes a path: less is encoded than clients do. */
function encodedBytes(bytes: string): string {
  return bytes.replace(
    /[^\w.~$&+,/:;=@-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
