import { posix } from 'node:path';
import { Agent, request as send } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const PARTS_BEFORE_PATH = ['api', 'v1', 'namespaces', '', 'services', '', 'proxy'].length;

/**
 * Reads the namespace, the service as `<name>:<port>`, and the path that the API server forwards to the service. The API server
 * decodes a path, resolves `..`, `.` and `//`, and encodes the path again. So it forwards an encoded slash as a slash.
 * @param url path and query below the API server's root; the query is forwarded unchanged
 * @returns undefined if the path is not valid percent-encoding
 */
export function readProxyPath(url: string) {
  const [encoded = '', ...query] = url.split('?');
  const decoded = decodeBytes(encoded);
  if (decoded === undefined) return undefined;
  const parts = decoded.replace(/^\/+|\/+$/g, '').split('/');
  const servicePath = posix
    .normalize(`/${parts.slice(PARTS_BEFORE_PATH).join('/')}`)
    .replace(/\/$/, '');
  const path = encodeBytes(decoded.endsWith('/') ? `${servicePath}/` : servicePath);
  return {
    namespace: parts[3] ?? '',
    service: parts[5] ?? '',
    path: [path === '' ? '/' : path, ...query].join('?'),
  };
}

/** Decodes to one character per byte, so that invalid UTF-8 is kept. */
function decodeBytes(text: string): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(text)) return undefined;
  return text.replace(/%([0-9a-f]{2})/gi, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Encodes the characters that Go encodes, which are fewer than `encodeURIComponent` encodes. */
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
 * Changes a page as the API server does: links that start with a slash get the proxy's path as a prefix, and start tags are
 * written in lower case with double quotes.
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

interface ForwardOptions {
  /** Path and query. */
  path: string;
  origin: string;
  /** Path of the proxy itself, without a slash at the end. */
  prefix: string;
  sendUnavailable(reply: FastifyReply, message: string): FastifyReply;
}

/** Headers that belong to one connection, and the token of the API server. */
const REMOVED_HEADERS = [
  'authorization',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
];
const CLUSTER_ADDRESS = '10.96.113.7:80';

const agent = new Agent({ keepAlive: true });

export async function forwardRequest(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { path, origin, prefix, sendUnavailable }: ForwardOptions,
): Promise<FastifyReply> {
  // Go's HTTP client requests gzip and unpacks the answer, unless the request itself has an Accept-Encoding.
  const mustUnpack = raw.headers['accept-encoding'] === undefined;
  const headers = {
    'accept-encoding': 'gzip',
    ...keepHeaders(raw.headers),
    'x-forwarded-for': raw.socket.remoteAddress,
    'x-forwarded-uri': prefix + path,
  };
  let answer: IncomingMessage;
  try {
    answer = await sendToService(origin, { path, method: raw.method, headers }, reply);
  } catch (error) {
    return sendUnavailable(reply, `error trying to reach service: ${describeNetworkError(error)}`);
  }
  const isUnpacked = mustUnpack && answer.headers['content-encoding'] === 'gzip';
  const unpackedHeaders = isUnpacked ? ['content-encoding', 'content-length'] : [];
  void reply.code(answer.statusCode ?? 502).headers(keepHeaders(answer.headers, unpackedHeaders));
  if (isUnpacked) return reply.send(answer.pipe(createGunzip()));
  // The API server changes only pages of exactly this type, not of `Text/HTML` or XHTML.
  if (answer.headers['content-type']?.split(';')[0]?.trim() !== 'text/html') {
    return reply.send(answer);
  }
  const page = Buffer.from(rewritePage(await text(answer), prefix));
  return reply.header('content-length', page.length).send(page);
}

async function sendToService(
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

function keepHeaders(
  headers: IncomingHttpHeaders,
  alsoRemoved: string[] = [],
): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => ![...REMOVED_HEADERS, ...alsoRemoved].includes(name),
    ),
  );
}

/** Words an error as Go's HTTP client does. */
function describeNetworkError(error: unknown): string {
  const { code } = error as { code?: string };
  return code === 'ECONNREFUSED'
    ? `dial tcp ${CLUSTER_ADDRESS}: connect: connection refused`
    : 'EOF';
}
