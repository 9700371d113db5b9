import type { FastifyReply } from 'fastify';
import type { Accident } from './accident';

const USUAL_BYTES = 64 * 2 ** 20;
const PIECE = '{"id":"again","name":"and again"},';

/** JSON of so many bytes. */
export function hugeJson({ bytes = USUAL_BYTES }: Accident): string {
  return `{"data":{"text":"${'x'.repeat(bytes)}"}}`;
}

/** Sends JSON until the other side has had enough of it. */
export function sendWithoutEnd(accident: Accident, { raw }: FastifyReply): void {
  raw.writeHead(200, { 'content-type': 'application/json' });
  raw.write('{"data":{"projects":[');
  if (accident.kind === 'drip') {
    const timer = setInterval(() => raw.write(' '), accident.everyMs ?? 1_000);
    raw.once('close', () => clearInterval(timer));
    return;
  }
  const pieces = PIECE.repeat(2_000);
  const more = () => {
    if (raw.destroyed) return;
    if (raw.write(pieces)) setImmediate(more);
    else raw.once('drain', more);
  };
  more();
}
