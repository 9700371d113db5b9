import { Server, type PrepareRequestFunction } from 'proxy-chain';

export interface ForwardProxy {
  url: string;
  /** Returns the received requests, such as `POST http://…`, or `CONNECT host:port` for a tunnel. */
  seen(): string[];
  close(): Promise<void>;
}

/** @param prepare function that can require a login, or answer instead of the server */
export async function startForwardProxy(prepare?: PrepareRequestFunction): Promise<ForwardProxy> {
  const seen: string[] = [];
  const server = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: async (options) => {
      seen.push(`${options.request.method} ${options.request.url}`);
      return await prepare?.(options);
    },
  });
  await server.listen();
  return {
    url: `http://127.0.0.1:${server.port}`,
    seen: () => [...seen],
    close: async () => await server.close(true),
  };
}
