import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Platform } from '../../../platform/connection/platform';
import { listProjects } from '../../../platform/resources/project';
import { failureOf } from '../../support/failureOf';
import { startTcpServer } from '../../support/network/tcpServer';
import { credentialFor, startRawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';

process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS = '1';

/** One byte after the other, for as long as anybody listens. */
function drip(write: (byte: string) => void, text = ''): NodeJS.Timeout {
  let sent = 0;
  return setInterval(() => write(text[sent++] ?? 'x'), 50);
}

function drippingBody(_request: unknown, response: ServerResponse): void {
  response.on('error', () => undefined).writeHead(200);
  const timer = drip((byte) => response.write(byte));
  response.on('close', () => clearInterval(timer));
}

test('a login whose response drips ends in time, for all who wait for it', async () => {
  const server = await untilTestEnds(startRawServer(drippingBody));
  const { projects } = Platform.connect(credentialFor(server.baseUrl));
  const lists = Array.from({ length: 100 }, () => failureOf(listProjects(projects)));
  for (const { message } of await Promise.all(lists)) {
    expect(message).toMatch(/^The response of \S+ did not end within 1 s$/);
  }
  // It had begun to answer: once more would hardly help.
  expect(server.received).toHaveLength(1);
});

test('a login whose response drips before it has a status ends in time, after one more', async () => {
  let logins = 0;
  const accept = (socket: Socket) =>
    socket.once('data', () => {
      logins++;
      const timer = drip((byte) => socket.write(byte), 'HTTP/1.1 200 OK\r\nx-slow: ');
      socket.on('close', () => clearInterval(timer));
    });
  const server = await untilTestEnds(startTcpServer(accept));
  const { projects } = Platform.connect(credentialFor(`http://${server.host}`));
  await expect(listProjects(projects)).rejects.toThrow('did not respond within 1 s');
  expect(logins).toBe(2);
});
