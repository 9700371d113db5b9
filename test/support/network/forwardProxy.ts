import { Server, type PrepareRequestFunction } from 'proxy-chain';

/** A real forward proxy on loopback, and what it was asked for. */
export interface ForwardProxy {
  url: string;
  /** `CONNECT host:port` for a tunnel, `POST http://…` for a request that is passed on. */
  seen(): string[];
  close(): Promise<void>;
}

/** @param prepare asks for a login, or answers itself */
export async function startForwardProxy(prepare?: PrepareRequestFunction): Promise<ForwardProxy> {
  const seen: string[] = [];
  const server = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: async (asked) => {
      seen.push(`${asked.request.method} ${asked.request.url}`);
      return await prepare?.(asked);
    },
  });
  await server.listen();
  return {
    url: `http://127.0.0.1:${server.port}`,
    seen: () => [...seen],
    close: async () => await server.close(true),
  };
}
