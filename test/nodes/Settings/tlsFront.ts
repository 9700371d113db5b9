import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';

/** An address by TLS in front of one without. */
export interface TlsFront {
  address: string;
  close(): Promise<void>;
}

export async function startTlsFront(
  behind: string,
  tls: TlsOptions,
  host = '127.0.0.1',
): Promise<TlsFront> {
  const { port, pathname } = new URL(behind);
  const sockets = new Set<Socket>();
  const server = createServer({ rejectUnauthorized: true, ...tls }, (socket) => {
    const onward = connect(Number(port), '127.0.0.1');
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on('close', () => sockets.delete(end));
    }
    socket.pipe(onward).pipe(socket);
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const path = pathname.replace(/\/$/, '');
  return {
    address: `https://${host}:${(server.address() as AddressInfo).port}${path}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
