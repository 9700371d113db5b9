import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Everything that comes to a sequence's platform. */
export interface Guest {
  /** @param path below the guest's own base path */
  receive(
    path: string,
    body: Buffer,
    message: IncomingMessage,
    response: ServerResponse,
    atMs: number,
  ): void;
}

/**
 * One address on loopback, with one guest at a time. What hangs at one address holds up nothing at another.
 */
export class ChaosServer {
  private readonly sockets = new Set<Socket>();
  private guest: { basePath: string; guest: Guest } | undefined;
  private readonly server = createServer({ keepAliveTimeout: 30_000 }, (message, response) => {
    this.collect(message, response);
  });
  private port = 0;

  async start(): Promise<void> {
    this.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Lets a guest in. @returns its base URL */
  admit(basePath: string, guest: Guest): string {
    this.guest = { basePath, guest };
    return `http://127.0.0.1:${this.port}${basePath}`;
  }

  /** @param hangs whether connections are left that no answer will ever come on */
  leave(hangs: boolean): void {
    this.guest = undefined;
    if (hangs) this.dropAll();
  }

  async stop(): Promise<void> {
    this.dropAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private dropAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private collect(message: IncomingMessage, response: ServerResponse): void {
    const atMs = Date.now();
    const url = message.url ?? '/';
    const { guest } = this;
    const chunks: Buffer[] = [];
    message.on('error', () => undefined);
    response.on('error', () => undefined);
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      if (!guest || guest !== this.guest || !url.startsWith(`${guest.basePath}/`)) {
        message.socket.destroy();
        return;
      }
      const path = url.slice(guest.basePath.length);
      guest.guest.receive(path, Buffer.concat(chunks), message, response, atMs);
    });
  }
}
