import type { ServerResponse } from 'node:http';
import { createServer, type Server, type Socket, type AddressInfo } from 'node:net';
import { Platform } from '../../../platform/connection/platform';
import { listProjects } from '../../../platform/resources/project';
import { JOB_RUNS } from '../../../platform/runs/kinds';
import { requireRunQuery } from '../../../platform/runs/read/getRuns';
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

/** The head of an answer that does not come to its end. */
async function startHeadServer(): Promise<{ server: Server; logins: () => number }> {
  let logins = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => {
      logins++;
      const timer = drip((byte) => socket.write(byte), 'HTTP/1.1 200 OK\r\nx-slow: ');
      socket.on('close', () => clearInterval(timer));
    });
  });
  server.on('close', () => sockets.forEach((socket) => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, logins: () => logins };
}

const work: Array<[string, (platform: Platform) => Promise<unknown>]> = [
  ['a list', async ({ projects }) => await listProjects(projects)],
  ['the schema', async ({ projects }) => await requireRunQuery(projects, JOB_RUNS)],
  ['the catalog', async (platform) => await platform.catalog()],
  [
    '100 lists at once',
    async ({ projects }) =>
      await Promise.all(Array.from({ length: 100 }, async () => await listProjects(projects))),
  ],
];

async function failureOf(asked: Promise<unknown>): Promise<{ message: string; seconds: number }> {
  const beganMs = Date.now();
  const failure = (await asked.catch((error: unknown) => error)) as Error;
  return { message: failure.message, seconds: (Date.now() - beganMs) / 1000 };
}

test.each(work)('a login whose response drips ends in time, before %s', async (_name, ask) => {
  const server = await startRawServer((_request, response) => drippingBody(response));
  try {
    const { message, seconds } = await failureOf(
      ask(Platform.connect(credentialFor(server.baseUrl))),
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
  const { server, logins } = await startHeadServer();
  try {
    const { port } = server.address() as AddressInfo;
    const platform = Platform.connect(credentialFor(`http://127.0.0.1:${port}`));
    const { message, seconds } = await failureOf(listProjects(platform.projects));
    expect(message).toContain('did not respond within 1 s');
    expect(seconds).toBeLessThan(6);
    expect(logins()).toBe(2);
  } finally {
    server.close();
  }
});
