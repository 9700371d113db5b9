import { posix } from 'node:path';
import { Agent, request as send } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const PARTS_IN_FRONT = ['api', 'v1', 'namespaces', '', 'services', '', 'proxy'].length;

/**
 * Returns the request that the API server passes on for a path, with the service as `<name>:<port>` and the path as it is sent on.
 * The API server decodes a path before it looks at it, cleans it of `..`, `.` and `//`, and encodes it again: an encoded
 * slash is decoded, and other characters that a path may contain are sent on unchanged.
 * @param url below the API server's root; the query is passed on untouched
 * @returns undefined for an address that is not percent-encoded
 */
export function proxyPath(url: string) {
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

/** Encodes a path as Go does, which encodes less than clients do. */
function encodedBytes(bytes: string): string {
  return bytes.replace(
    /[^\w.~$&+,/:;=@-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** The most frequent attributes with addresses, by their tags. */
const ADDRESSES =
  'a.href base.href button.formaction form.action frame.src iframe.src img.src input.src ' +
  'input.formaction link.href object.data script.src';
const ADDRESS_NAMES = new Set(ADDRESSES.split(' '));

const START_TAG = /<([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/gi;
const ATTRIBUTE = /([^\s=/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;

/**
 * Rewrites an HTML page as the API server does when it passes it on: links to the service's root lead through
 * the proxy, and every start tag is rewritten in lower case and with double quotes.
 * @param prefix the path of the proxy, without a slash at its end
 */
function rewrittenPage(page: string, prefix: string): string {
  return page.replace(START_TAG, (_tag, name: string, attributes: string, end: string) => {
    const tag = name.toLowerCase();
    const written = [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', quoted = '']) => {
      const attribute = key.toLowerCase();
      const value = quoted.replace(/^(["'])([\s\S]*)\1$/, '$2');
      const isAddress = ADDRESS_NAMES.has(`${tag}.${attribute}`);
      return ` ${attribute}="${isAddress && value.startsWith('/') ? prefix + value : value}"`;
    });
    return `<${tag}${written.join('')}${end}>`;
  });
}

/** Where the service answers, and how a refusal of the API server itself is sent. */
interface PassingOn {
  /** Of the service, with its query. */
  path: string;
  origin: string;
  /** The proxy's own path, without a slash at its end. */
  prefix: string;
  unavailable(reply: FastifyReply, message: string): FastifyReply;
}

/** Of one connection only. The token is the API server's own, and is never passed on. */
const NOT_PASSED_ON = ['authorization', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade'];
/** The address that the service has in the cluster. */
const CLUSTER_ADDRESS = '10.96.113.7:80';

const agent = new Agent({ keepAlive: true });

/** Passes a request on to the service of the cluster, and its answer back, byte by byte as it comes. */
export async function passOn(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { path, origin, prefix, unavailable }: PassingOn,
): Promise<FastifyReply> {
  // Go's client asks for gzip and unpacks it, unless the request names the encodings that it accepts.
  const unpacks = raw.headers['accept-encoding'] === undefined;
  const headers = {
    'accept-encoding': 'gzip',
    ...passedOn(raw.headers),
    'x-forwarded-for': raw.socket.remoteAddress,
    'x-forwarded-uri': prefix + path,
  };
  let answer: IncomingMessage;
  try {
    answer = await answered(origin, { path, method: raw.method, headers }, reply);
  } catch (error) {
    return unavailable(reply, `error trying to reach service: ${reasonOf(error)}`);
  }
  const isUnpacked = unpacks && answer.headers['content-encoding'] === 'gzip';
  const gone = isUnpacked ? ['content-encoding', 'content-length'] : [];
  void reply.code(answer.statusCode ?? 502).headers(passedOn(answer.headers, gone));
  if (isUnpacked) return reply.send(answer.pipe(createGunzip()));
  // Exactly this type: another spelling or XHTML is left alone.
  if (answer.headers['content-type']?.split(';')[0]?.trim() !== 'text/html') {
    return reply.send(answer);
  }
  const page = Buffer.from(rewrittenPage(await text(answer), prefix));
  return reply.header('content-length', page.length).send(page);
}

async function answered(
  origin: string,
  options: RequestOptions,
  reply: FastifyReply,
): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const request = send(origin, { agent, ...options }, resolve).once('error', reject);
    // The client has closed the connection.
    reply.raw.once('close', () => request.destroy());
    request.end();
  });
}

function passedOn(headers: IncomingHttpHeaders, gone: string[] = []): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => ![...NOT_PASSED_ON, ...gone].includes(name)),
  );
}

/** In the words of Go. */
function reasonOf(error: unknown): string {
  const { code } = error as { code?: string };
  return code === 'ECONNREFUSED'
    ? `dial tcp ${CLUSTER_ADDRESS}: connect: connection refused`
    : 'EOF';
}
