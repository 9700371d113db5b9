import { Server, type PrepareRequestFunction } from 'proxy-chain';

export interface ForwardProxy {
  url: string;
  /** Requests, such as `CONNECT host:port` for a tunnel, and `POST http://…`. */
  seen(): string[];
  close(): Promise<void>;
}

/** @param prepare requires a login, or answers instead of the server */
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
