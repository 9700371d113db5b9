import { connect, type AddressInfo } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';

/** The same address by TLS. @returns it, without a slash at its end, and what ends it */
export async function startTlsRelay(address: string, options: TlsOptions) {
  const { port, pathname } = new URL(address);
  const server = createServer(options, (socket) => {
    const onward = connect(Number(port), '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  const url = `https://127.0.0.1:${own}${pathname.replace(/\/$/, '')}`;
  return { url, close: () => server.close() };
}
