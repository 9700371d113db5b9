import type { buildConnector } from 'undici';

/**
 * Connections that end with the first error that they tell. With TLS 1.3 a server judges our certificate when we have
 * connected already: its alert is followed by the end of the connection, which undici would tell in its place.
 */
export function endingWithFirstError(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...outcome: Parameters<buildConnector.Callback>) => {
      const [, socket] = outcome;
      socket?.once('error', (error: Error) => socket.destroy(error));
      callback(...outcome);
    });
}
