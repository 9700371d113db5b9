import { createWriteStream } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { largeFile, largeFileChecksum } from '../content';
import { atMost, inEachRound, timesAsFast } from './goals';
import type { Goal, Task } from '../task';

/** What is told of one large file, whichever way it goes. */
export const FILE = '/large.bin';
const FILE_MIB = 1024;
const MAX_GROWTH_MIB = 128;

export const LARGE_FILE = {
  amount: FILE_MIB,
  warmUpAmount: 8,
  latenciesMs: [0],
  isDiskBound: true,
} satisfies Partial<Task>;

/** A file beside those of n8n, so that all sides use the same disk; it is deleted with them. */
export async function ownFile(): Promise<string> {
  const folder = process.env.N8N_USER_FOLDER;
  if (folder === undefined) throw new Error('A side runs in a process of its own');
  return path.join(await mkdtemp(path.join(folder, 'side-')), 'large.bin');
}

export async function storedFile(mib: number): Promise<string> {
  const file = await ownFile();
  await pipeline(Readable.from(largeFile(mib)), createWriteStream(file));
  return file;
}

export function requireSame(sum: number, mib: number): void {
  if (sum !== largeFileChecksum(mib)) throw new Error('The bytes differ');
}

export function largeFileGoals(timesHttpRequest: number): Goal[] {
  return [
    atMost('grownMiB', MAX_GROWTH_MIB, 0),
    timesAsFast('httpRequest', timesHttpRequest, 0),
    inEachRound(timesAsFast('bare', 0.85, 0)),
    inEachRound(timesAsFast('curl', 0.5, 0)),
  ];
}
