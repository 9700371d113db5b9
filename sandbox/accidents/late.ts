import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const HEADER = 'x-sandbox-late-effect';
/** Known to this process only: nobody else can send a request that is taken for one of these. */
const MARK = randomUUID();

/** Whether this is a request that was answered long ago and takes effect now. */
export function isLateEffect({ headers }: FastifyRequest): boolean {
  return headers[HEADER] === MARK;
}

/** Lets requests take effect after their answers. */
export function lateEffects(app: FastifyInstance) {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('preClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
  return async (request: FastifyRequest, lateByMs: number): Promise<void> => {
    // A connection that was dropped no longer tells them.
    const { localAddress: host, localPort: port } = request.socket;
    const payload = Buffer.isBuffer(request.body) ? request.body : await wholeBody(request);
    const timer = setTimeout(() => {
      timers.delete(timer);
      const { method, url } = request;
      const headers = { ...request.headers, [HEADER]: MARK, connection: 'close' };
      httpRequest({ host, port, method, path: url, headers }, (answer) => answer.resume())
        .on('error', () => undefined)
        .end(payload);
    }, lateByMs);
    timers.add(timer);
  };
}

async function wholeBody({ raw }: FastifyRequest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of raw) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
