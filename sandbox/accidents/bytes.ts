import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** Reads so many bytes of a body that is still coming in; all of it where it is shorter. */
export async function letIn(body: IncomingMessage, count: number): Promise<void> {
  let left = count;
  if (body.readableEnded) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      body.off('data', take);
      resolve();
    };
    const take = (chunk: Buffer) => {
      left -= chunk.length;
      if (left <= 0) done();
    };
    body.on('data', take).once('end', done).once('close', done);
    if (left <= 0) done();
  });
  body.pause();
}

/** The first bytes of an answer; a stream is closed after them. */
export async function* firstBytes(whole: Buffer | Readable, count: number): AsyncGenerator<Buffer> {
  let left = count;
  const chunks = Buffer.isBuffer(whole) ? [whole] : (whole as AsyncIterable<Buffer>);
  for await (const chunk of chunks) {
    if (left <= 0) return;
    yield chunk.subarray(0, left);
    left -= chunk.length;
  }
}
