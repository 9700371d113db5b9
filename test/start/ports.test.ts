import crypto from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { freePort } from '../../start/ports';
import { whenTestEnds } from '../support/untilTestEnds';

afterEach(() => jest.restoreAllMocks());

test('free ports are none that a system gives to connections, and each is given once', async () => {
  const ports = await Promise.all(Array.from({ length: 100 }, () => freePort()));
  expect(new Set(ports).size).toBe(100);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(Math.min(...ports)).toBeGreaterThan(1024);
});

test('a port that is in use, or was given before, is passed over', async () => {
  const given = await freePort();
  const server = createServer();
  whenTestEnds(() => server.close());
  const inUse = given + 1;
  await listen(server, inUse);
  const randomInt = jest.spyOn(crypto, 'randomInt') as unknown as jest.SpyInstance<number>;
  randomInt.mockReturnValueOnce(given).mockReturnValueOnce(inUse);
  expect([given, inUse]).not.toContain(await freePort());
  expect(randomInt.mock.calls.length).toBeGreaterThanOrEqual(3);
});

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => {
    // In use by another program: as good.
    server.once('error', () => resolve());
    server.listen(port, '127.0.0.1', resolve);
  });
}
