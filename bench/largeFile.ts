/**
 * One large file up and down: our node in n8n's engine, with binary data on disk, beside a bare undici stream.
 * Each way of each side runs in a fresh process, so that one does not warm up memory for another.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import packOnce from '../test/support/packedPackage';
import type { BenchServer } from './startServer';
import { startServer } from './startServer';
import type { Measured } from './memory';

const SIZE_BYTES = Number(process.env.BENCH_FILE_MIB ?? 1024) * 1024 * 1024;
const SIDES = ['node', 'bare'] as const;
const FOLDER = path.resolve(__dirname, '..', '.local', 'bench');
const SOURCE = path.join(FOLDER, 'source.bin');

interface Row extends Measured {
  side: string;
  way: string;
  sha256: string;
}

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  packOnce();
  await makeFile();
  const expected = await fileHash(SOURCE);
  const server = await startServer();
  const rows: Row[] = [];
  try {
    for (const side of SIDES) {
      for (const way of ['upload', 'download'] as const) rows.push(runOne(server, side, way));
    }
  } finally {
    server.stop();
    rmSync(FOLDER, { recursive: true, force: true });
  }
  print(rows, expected);
}

function runOne(server: BenchServer, side: string, way: string): Row {
  const printed = execFileSync(
    process.execPath,
    ['--import', 'tsx', '--expose-gc', path.join(__dirname, 'largeFileSide.ts')],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        BENCH_SIDE: side,
        BENCH_WAY: way,
        BENCH_SOURCE: SOURCE,
        BENCH_CREDENTIAL: JSON.stringify(server.uploadCredentials),
        N8N_LOG_LEVEL: 'silent',
        N8N_USER_FOLDER: FOLDER,
      },
    },
  );
  const measured = JSON.parse(printed.trim().split('\n').at(-1) ?? '{}') as Measured & {
    sha256: string;
  };
  return { side, way, ...measured };
}

/** Bytes that do not compress and do not repeat. */
async function makeFile(): Promise<void> {
  const chunk = 1024 * 1024;
  async function* bytes() {
    for (let at = 0; at < SIZE_BYTES; at += chunk) {
      const block = createHash('sha512').update(String(at)).digest();
      yield Buffer.alloc(Math.min(chunk, SIZE_BYTES - at), block);
    }
  }
  await pipeline(bytes, createWriteStream(SOURCE));
  if (statSync(SOURCE).size !== SIZE_BYTES) throw new Error('The test file is not whole');
}

async function fileHash(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function print(rows: Row[], expected: string): void {
  console.table(
    rows.map(({ side, way, seconds, grownMiB, sha256 }) => ({
      side: side === 'node' ? 'Data Platform Conf Files' : 'bare undici stream',
      way,
      seconds: Number(seconds.toFixed(2)),
      'RSS growth (MiB)': Math.round(grownMiB),
      'bytes identical': sha256 === expected,
    })),
  );
  if (rows.some(({ sha256 }) => sha256 !== expected)) process.exitCode = 1;
}

void main();
