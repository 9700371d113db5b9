import { buildConnector } from 'undici';

/** Bodies and pieces of them that a connection has written as a whole: nothing reads their memory any more. */
const written = new WeakSet<object>();

export function isWritten(body: Buffer): boolean {
  return written.has(body);
}

/**
 * Connections that note which bodies they have written. A platform, or what stands in front of it, may answer before it has
 * read a body, so a response alone does not tell.
 */
export function connectorTrackingWrites(
  options: buildConnector.BuildOptions,
): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...outcome: Parameters<buildConnector.Callback>) => {
      const [, socket] = outcome;
      if (socket) trackWrites(socket);
      callback(...outcome);
    });
}

function trackWrites(socket: NonNullable<Parameters<buildConnector.Callback>[1]>): void {
  const write = socket.write.bind(socket) as (...written: unknown[]) => boolean;
  socket.write = (bytes: unknown, ...others: unknown[]) =>
    bytes instanceof Buffer && others.length === 0
      ? write(bytes, (error?: Error | null) => {
          if (!error) written.add(bytes);
        })
      : write(bytes, ...others);
}
