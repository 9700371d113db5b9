import type { ServerResponse } from 'node:http';
import { Platform } from '../../../platform/connection/platform';
import { listProjects } from '../../../platform/resources/project';
import { startTcpServer } from '../../support/network/tcpServer';
import { credentialFor, startRawServer } from '../../support/rawServer';

process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS = '1';

/** One byte after the other, for as long as anybody listens. */
function drip(write: (byte: string) => void, text = ''): NodeJS.Timeout {
  let sent = 0;
  return setInterval(() => write(text[sent++] ?? 'x'), 50);
}

function drippingBody(response: ServerResponse): void {
  response.on('error', () => undefined).writeHead(200);
  const timer = drip((byte) => response.write(byte));
  response.on('close', () => clearInterval(timer));
}

async function failureOf(asked: Promise<unknown>): Promise<{ message: string; seconds: number }> {
  const beganMs = Date.now();
  const failure = (await asked.catch((error: unknown) => error)) as Error;
  return { message: failure.message, seconds: (Date.now() - beganMs) / 1000 };
}

test('a login whose response drips ends in time', async () => {
  const server = await startRawServer((_request, response) => drippingBody(response));
  try {
    const { projects } = Platform.connect(credentialFor(server.baseUrl));
    const { message, seconds } = await failureOf(
      Promise.all(Array.from({ length: 100 }, async () => await listProjects(projects))),
    );
    expect(message).toMatch(/^The response of \S+ did not end within 1 s$/);
    expect(seconds).toBeLessThan(3);
    // It had begun to answer: once more would hardly help.
    expect(server.received).toHaveLength(1);
  } finally {
    await server.close();
  }
});

test('a login whose response drips before it has a status ends in time, after one more', async () => {
  let logins = 0;
  const server = await startTcpServer((socket) =>
    socket.once('data', () => {
      logins++;
      const timer = drip((byte) => socket.write(byte), 'HTTP/1.1 200 OK\r\nx-slow: ');
      socket.on('close', () => clearInterval(timer));
    }),
  );
  try {
    const platform = Platform.connect(credentialFor(`http://${server.host}`));
    const { message, seconds } = await failureOf(listProjects(platform.projects));
    expect(message).toContain('did not respond within 1 s');
    expect(seconds).toBeLessThan(6);
    expect(logins).toBe(2);
  } finally {
    await server.close();
  }
});
