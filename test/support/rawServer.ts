import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { claimPort } from '../../sandbox/server/claimPort';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Behaviour = (request: ReceivedRequest, response: ServerResponse) => void;

export interface RawServer {
  baseUrl: string;
  received: ReceivedRequest[];
  close(): Promise<void>;
}

/** Starts a local server that calls `behave` for each request when its body has arrived. */
export async function startRawServer(behave: Behaviour, tls?: ServerOptions): Promise<RawServer> {
  const received: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const listener = (message: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const request = {
        method: message.method ?? '',
        path: message.url ?? '',
        headers: message.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      received.push(request);
      behave(request, response);
    });
    message.on('error', () => undefined);
  };
  const server = tls
    ? createTlsServer(tls, listener)
    : createServer({ maxHeaderSize: 2 ** 20 }, listener);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  if (!claimPort(port)) {
    await close();
    return await startRawServer(behave, tls);
  }
  return { baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, received, close };
}

/** Answers logins, and calls `behave` for other requests. */
export function withLogin(behave: Behaviour): Behaviour {
  return (request, response) => {
    if (request.path.endsWith('/authenticate')) response.end('token-1');
    else behave(request, response);
  };
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

export function credentialFor(baseUrl: string) {
  return {
    baseUrl,
    platformId: '1',
    realm: 'demo',
    login: 'somebody',
    // Different passwords give each server its own session.
    password: `pass-${baseUrl}`,
  };
}
