import { Agent, request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rewrittenPage } from './rewrittenPage';

/** Where the service answers, and how a refusal of the API server itself is sent. */
interface PassingOn {
  /** Of the service, with its query. */
  path: string;
  port: number;
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
  { path, port, prefix, unavailable }: PassingOn,
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
    answer = await answered({ port, path, method: raw.method, headers }, reply);
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
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  const page = Buffer.from(rewrittenPage(Buffer.concat(pieces).toString('utf8'), prefix));
  return reply.header('content-length', page.length).send(page);
}

async function answered(
  { port, path, method, headers }: { port: number; path: string; method?: string; headers: object },
  reply: FastifyReply,
): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, path, method, headers: { ...headers } };
    const request = send(options, resolve).once('error', reject);
    // Whoever asked has gone.
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
