import { parseArgs } from 'node:util';
import type { Size } from './cases/case';

export interface QueueOptions {
  size: Size;
  isShort: boolean;
  /** Only cases whose name holds one of these. */
  words: string[];
}

const SHORT: Size = { calls: 60, uploads: 20, lostAnswers: 12, killed: 20 };
const LONG: Size = { calls: 300, uploads: 300, lostAnswers: 40, killed: 60 };

export const USAGE = `n8n in queue mode: PostgreSQL, Redis, a main and a webhook process and two workers, next to the local platform.

  npm run test:queue -- [words of a case's name ...] [options]

  --short   fewer calls and fewer cases, for CI
  --help    this text

  Needs redis-server, redis-cli, PostgreSQL's server and psql.
`;

/** @throws Error that says which option cannot be used */
export function readOptions(args: string[]): QueueOptions | 'help' {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { short: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return 'help';
  const isShort = values.short === true;
  return { isShort, size: isShort ? SHORT : LONG, words: positionals };
}
