import type { Socket } from 'node:net';
import { exchangeStream, readText } from '../../../platform/http/exchange';
import type { Exchange } from '../../../platform/http/request';
import { exchangeWith } from '../../support/exchangeWith';
import { startTcpServer, type TcpServer } from '../../support/network/tcpServer';
import { untilTestEnds } from '../../support/untilTestEnds';

let server: TcpServer;

/** Tells the paths that have been asked for on a connection, each time that more come. */
async function startServer(onRequests: (socket: Socket, paths: string[]) => void): Promise<void> {
  const accept = (socket: Socket) => {
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      const paths = [...received.matchAll(/GET (\S+) HTTP/g)].map(([, path]) => path ?? '');
      onRequests(socket, paths);
    });
  };
  server = await untilTestEnds(startTcpServer(accept));
}

async function ask(path: string, more: Partial<Exchange>): Promise<string> {
  const pool = { connections: 1, pipelining: 4 };
  const exchange = exchangeWith(`http://${server.host}${path}`, { pool, ...more });
  return (await readText(await exchangeStream(exchange))).text;
}

const askAll = async (more: Partial<Exchange>) =>
  await Promise.all(['/a', '/b', '/c', '/d'].map(async (path) => await ask(path, more)));

const answerTo = (path: string) =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${path.length}\r\n\r\n${path}`;

test('requests that allow it share a connection before the first of them has its response', async () => {
  await startServer((socket, paths) => {
    if (paths.length === 4) socket.write(paths.map(answerTo).join(''));
  });
  expect(await askAll({ isPipelined: true })).toEqual(['/a', '/b', '/c', '/d']);
  expect(server.sockets).toHaveLength(1);
});

test('others wait for the response before them', async () => {
  const mostUnanswered: number[] = [];
  await startServer((socket, paths) => {
    mostUnanswered.push(paths.length);
    setTimeout(() => socket.write(answerTo(paths.at(-1) ?? '')), 20);
  });
  expect(await askAll({})).toEqual(['/a', '/b', '/c', '/d']);
  expect(mostUnanswered).toEqual([1, 2, 3, 4]);
});
