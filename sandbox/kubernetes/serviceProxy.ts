import { posix } from 'node:path';
import { Agent, request as send } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const PARTS_IN_FRONT = ['api', 'v1', 'namespaces', '', 'services', '', 'proxy'].length;

/**
 * Reads the service as `<name>:<port>`, and the path that the API server sends on. The API server decodes a path, resolves `..`,
 * `.` and `//`, and encodes it again. So an encoded slash is sent as a slash.
 * @param url below the API server's root; the query is sent unchanged
 * @returns undefined if the address is not percent-encoded
 */
export function proxyPath(url: string) {
  const [encoded = '', ...query] = url.split('?');
  const whole = decodeBytes(encoded);
  if (whole === undefined) return undefined;
  const parts = whole.replace(/^\/+|\/+$/g, '').split('/');
  const rest = posix.normalize(`/${parts.slice(PARTS_IN_FRONT).join('/')}`).replace(/\/$/, '');
  const path = encodeBytes(whole.endsWith('/') ? `${rest}/` : rest);
  return {
    namespace: parts[3] ?? '',
    service: parts[5] ?? '',
    path: [path === '' ? '/' : path, ...query].join('?'),
  };
}

/** One character per byte. */
function decodeBytes(text: string): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(text)) return undefined;
  return text.replace(/%([0-9a-f]{2})/gi, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Go encodes less than clients do. */
function encodeBytes(bytes: string): string {
  return bytes.replace(
    /[^\w.~$&+,/:;=@-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

const ADDRESSES =
  'a.href base.href button.formaction form.action frame.src iframe.src img.src input.src ' +
  'input.formaction link.href object.data script.src';
const ADDRESS_NAMES = new Set(ADDRESSES.split(' '));

const START_TAG = /<([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/gi;
const ATTRIBUTE = /([^\s=/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;

/**
 * The API server lets links to the service's root lead through the proxy, and writes start tags in lower case and with double
 * quotes.
 */
function rewritePage(page: string, prefix: string): string {
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

interface PassingOn {
  /** With its query. */
  path: string;
  origin: string;
  /** The proxy's own path, without a slash at its end. */
  prefix: string;
  unavailable(reply: FastifyReply, message: string): FastifyReply;
}

/** Headers of one connection, and the API server's own token. */
const NOT_PASSED_ON = ['authorization', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade'];
const CLUSTER_ADDRESS = '10.96.113.7:80';

const agent = new Agent({ keepAlive: true });

export async function passOn(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { path, origin, prefix, unavailable }: PassingOn,
): Promise<FastifyReply> {
  // Go's client asks for gzip and unpacks it, unless the request names the encodings that it accepts.
  const unpacks = raw.headers['accept-encoding'] === undefined;
  const headers = {
    'accept-encoding': 'gzip',
    ...keepHeaders(raw.headers),
    'x-forwarded-for': raw.socket.remoteAddress,
    'x-forwarded-uri': prefix + path,
  };
  let answer: IncomingMessage;
  try {
    answer = await sendOn(origin, { path, method: raw.method, headers }, reply);
  } catch (error) {
    return unavailable(reply, `error trying to reach service: ${describeFault(error)}`);
  }
  const isUnpacked = unpacks && answer.headers['content-encoding'] === 'gzip';
  const gone = isUnpacked ? ['content-encoding', 'content-length'] : [];
  void reply.code(answer.statusCode ?? 502).headers(keepHeaders(answer.headers, gone));
  if (isUnpacked) return reply.send(answer.pipe(createGunzip()));
  // The API server leaves another spelling or XHTML alone.
  if (answer.headers['content-type']?.split(';')[0]?.trim() !== 'text/html') {
    return reply.send(answer);
  }
  const page = Buffer.from(rewritePage(await text(answer), prefix));
  return reply.header('content-length', page.length).send(page);
}

async function sendOn(
  origin: string,
  options: RequestOptions,
  reply: FastifyReply,
): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const request = send(origin, { agent, ...options }, resolve).once('error', reject);
    reply.raw.once('close', () => request.destroy());
    request.end();
  });
}

function keepHeaders(headers: IncomingHttpHeaders, gone: string[] = []): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => ![...NOT_PASSED_ON, ...gone].includes(name)),
  );
}

/** Go's words. */
function describeFault(error: unknown): string {
  const { code } = error as { code?: string };
  return code === 'ECONNREFUSED'
    ? `dial tcp ${CLUSTER_ADDRESS}: connect: connection refused`
    : 'EOF';
}
