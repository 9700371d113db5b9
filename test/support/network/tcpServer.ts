import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export interface TcpServer {
  /** Address and port, for example `127.0.0.1:8080`. */
  host: string;
  sockets: Socket[];
  /** Closes the server and its open connections. */
  close(): Promise<void>;
}

export async function startTcpServer(
  onConnection: (socket: Socket) => void,
  tls?: TlsOptions,
): Promise<TcpServer> {
  const sockets: Socket[] = [];
  const accept = (socket: Socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  };
  const server = tls
    ? createTlsServer(tls, accept).on('tlsClientError', () => undefined)
    : createServer(accept);
  server.on('connection', (socket: Socket) => {
    sockets.push(socket.on('error', () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
