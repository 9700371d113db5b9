import { buildConnector } from 'undici';

/** What a connection has taken as a whole, bodies and pieces of them: nothing reads their memory any more. */
const taken = new WeakSet<object>();

export function isTaken(body: Buffer): boolean {
  return taken.has(body);
}

/**
 * Connections that note which bodies they have taken. A platform, or what stands in front of it, may answer before it has
 * read a body, so a response alone does not tell.
 */
export function connectorNotingTakenBodies(
  options: buildConnector.BuildOptions,
): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...outcome: Parameters<buildConnector.Callback>) => {
      const [, socket] = outcome;
      if (socket) noteWrites(socket);
      callback(...outcome);
    });
}

function noteWrites(socket: NonNullable<Parameters<buildConnector.Callback>[1]>): void {
  const write = socket.write.bind(socket) as (...written: unknown[]) => boolean;
  socket.write = (bytes: unknown, ...others: unknown[]) =>
    bytes instanceof Buffer && others.length === 0
      ? write(bytes, (error?: Error | null) => {
          if (!error) taken.add(bytes);
        })
      : write(bytes, ...others);
}
