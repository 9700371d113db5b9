import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { exchangeText } from '../../../platform/http/exchange';
import type { Exchange } from '../../../platform/http/request';
import { ASKING_SERVER } from '../../support/clientCertificates';
import { exchangeWith } from '../../support/exchangeWith';
import { startTcpServer } from '../../support/network/tcpServer';
import { startRawServer, type Behaviour } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';

const BODIES = 8;
const BODY_BYTES = 1_000_000;
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
const SENT = 'undici:client:sendHeaders';

test.each(['http', 'https'])(
  'after an honest answer, a body’s memory serves the next (%s)',
  async (protocol) => {
    const { key, cert } = ASKING_SERVER;
    const tls = protocol === 'https' ? { key, cert } : undefined;
    const answer: Behaviour = (_request, response) => response.end();
    const { baseUrl } = await untilTestEnds(startRawServer(answer, tls));
    const memories = new Set();
    for (let index = 0; index < 3; index++) memories.add(await send(baseUrl, index));
    expect(memories.size).toBe(1);
  },
);

test('a body arrives as it was, although the platform responds before it has read it', async () => {
  let connect: (socket: Socket) => void = () => undefined;
  const connected = new Promise<Socket>((resolve) => (connect = resolve));
  const { host } = await untilTestEnds(startTcpServer((socket) => connect(socket)));
  let mostWaiting = 0;
  const answer = async (socket: Socket) => {
    const connection = await connected;
    mostWaiting = Math.max(mostWaiting, socket.writableLength);
    connection.write(ANSWER);
  };
  const onSent = (message: unknown) => {
    // Once the body is handed to the connection, too.
    setImmediate(() => void answer((message as { socket: Socket }).socket));
  };
  subscribe(SENT, onSent);
  try {
    for (let index = 0; index < BODIES; index++) await send(`http://${host}`, index);
    // What the connection could not take lay in the memory of the bodies.
    expect(mostWaiting).toBeGreaterThan(2 * BODY_BYTES);

    const connection = await connected;
    const counts = new Array<number>(BODIES).fill(0);
    for await (const chunk of connection.iterator() as AsyncIterable<Buffer>) {
      for (const byte of chunk) if (byte >= 128) counts[byte - 128] = (counts[byte - 128] ?? 0) + 1;
      if (counts.reduce((sum, count) => sum + count) === BODIES * BODY_BYTES) break;
    }
    expect(counts).toEqual(counts.map(() => BODY_BYTES));
  } finally {
    unsubscribe(SENT, onSent);
  }
});

/** Sends a body that has the same byte everywhere, one that no head has. @returns the memory that it lay in */
async function send(origin: string, index: number): Promise<unknown> {
  let used: unknown;
  const body: Exchange['body'] = {
    length: BODY_BYTES,
    async *stream() {},
    async fill(memory) {
      used = memory.buffer;
      memory.fill(128 + index, 0, BODY_BYTES);
    },
  };
  const exchange = exchangeWith(origin, { method: 'POST', body, pool: { connections: 1 } });
  expect(await exchangeText(exchange)).toMatchObject({ status: 200 });
  return used;
}
