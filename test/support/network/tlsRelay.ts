import { connect } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { startTcpServer } from './tcpServer';

export interface TlsRelay {
  url: string;
  close(): Promise<void>;
}

/** Forwards TLS connections to an address without TLS. */
export async function startTlsRelay(address: string, tls: TlsOptions): Promise<TlsRelay> {
  const { port, pathname } = new URL(address);
  const server = await startTcpServer((socket) => {
    const onward = connect(Number(port), '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
  }, tls);
  return {
    url: `https://${server.host}${pathname.replace(/\/$/, '')}`,
    close: () => server.close(),
  };
}
