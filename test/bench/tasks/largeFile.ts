import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { INodeExecutionData } from 'n8n-workflow';
import { largeFile, largeFileChecksum, MIB } from '../content';
import { LARGE_FILE as FILE } from '../server/files';
import type { Place } from '../server/platform';
import { BareClient } from '../sides/bare';
import { downloadByCurl, hasCurl, uploadByCurl } from '../sides/curl';
import { binaryItems, byN8nNode, byNode, confFilesNode, uploadToken } from '../sides/engine';
import { atMost, timesAsFast, timesAsFastInEachRound } from '../goals';
import { atLatencies, type Goal, type Side, type Task } from '../task';

const MAX_GROWTH_MIB = 128;

const GIB = { cases: atLatencies(1024, 0), warmUpAmount: 8, isDiskBound: true };

/** A file beside those of n8n, so that all sides use the same disk; it is deleted with them. */
async function ownFile(): Promise<string> {
  const folder = process.env.N8N_USER_FOLDER;
  if (folder === undefined) throw new Error('A side runs in a process of its own');
  return path.join(await mkdtemp(path.join(folder, 'side-')), 'large.bin');
}

async function storedFile(mib: number): Promise<string> {
  const file = await ownFile();
  await pipeline(Readable.from(largeFile(mib)), createWriteStream(file));
  return file;
}

function requireSame(sum: number, mib: number): void {
  if (sum !== largeFileChecksum(mib)) throw new Error('The bytes differ');
}

async function requireSameBytes(bytes: AsyncIterable<unknown>, mib: number): Promise<void> {
  let sum = 0;
  for await (const chunk of bytes) sum = crc32(chunk as Buffer, sum);
  requireSame(sum, mib);
}

const largeFileGoals = (timesHttpRequest: number): Goal[] => [
  atMost('grownMiB', MAX_GROWTH_MIB, 0),
  timesAsFast('httpRequest', timesHttpRequest, 0),
  timesAsFastInEachRound('bare', 0.85, 0),
  timesAsFastInEachRound('curl', 0.5, 0),
];

const item = (mib: number) => binaryItems([{ path: FILE, content: () => largeFile(mib) }]);

const arrived = (place: Place, mib: number) => async () =>
  requireSame(await new BareClient(place, 1).received(FILE), mib);

const uploadFromDisk =
  (send: (place: Place, file: string, bytes: number) => Promise<void | object>): Side =>
  async (place, mib) => {
    const source = await storedFile(mib);
    return {
      async run() {
        return (await send(place, source, mib * MIB)) ?? {};
      },
      check: arrived(place, mib),
    };
  };

export const uploadLargeFile: Task = {
  ...GIB,
  name: 'upload-large-file',
  title: 'Upload one file of 1 GiB',
  sides: {
    ours: byNode(async (place, mib) => ({
      node: confFilesNode({ resource: 'file', operation: 'upload' }),
      credentials: uploadToken(place),
      items: await item(mib),
      expected: 1,
      check: arrived(place, mib),
    })),
    httpRequest: byN8nNode(async ({ uploadByHttpRequest }, place, mib) => ({
      node: uploadByHttpRequest(place),
      items: await item(mib),
      expected: 1,
      check: arrived(place, mib),
    })),
    bare: uploadFromDisk((place, file, bytes) =>
      new BareClient(place, 1).upload(FILE, bytes, createReadStream(file)),
    ),
    ...(hasCurl && { curl: uploadFromDisk((place, file) => uploadByCurl(place, FILE, file)) }),
  },
  goals: largeFileGoals(2),
};

/** A node that downloads the file. */
const downloadWork = (mib: number) => ({
  items: [{ path: FILE }],
  expected: 1,
  async check([output]: INodeExecutionData[]) {
    const { binaryStream } = await import('../../support/engine/binaryData');
    await requireSameBytes(await binaryStream(output?.binary?.data?.id), mib);
  },
});

const downloadToDisk =
  (read: (place: Place, target: string) => Promise<void | object>): Side =>
  async (place, mib) => {
    const target = await ownFile();
    return {
      async run() {
        return (await read(place, target)) ?? {};
      },
      check: () => requireSameBytes(createReadStream(target), mib),
    };
  };

export const downloadLargeFile: Task = {
  ...GIB,
  world: (amount) => ({ largeFileMiB: amount }),
  name: 'download-large-file',
  title: 'Download one file of 1 GiB',
  sides: {
    ours: byNode((place, mib) => ({
      ...downloadWork(mib),
      node: confFilesNode({
        resource: 'file',
        operation: 'download',
        readThrough: 'localAddress',
      }),
      credentials: uploadToken(place),
    })),
    httpRequest: byN8nNode(({ AS_FILE, httpRequest }, { downloadUrl }, mib) => ({
      ...downloadWork(mib),
      node: httpRequest({ method: 'GET', url: `=${downloadUrl}{{ $json.path }}`, ...AS_FILE }),
    })),
    bare: downloadToDisk(async (place, target) =>
      pipeline(await new BareClient(place, 1).download(FILE), createWriteStream(target)),
    ),
    ...(hasCurl && {
      curl: downloadToDisk((place, target) => downloadByCurl(place, FILE, target)),
    }),
  },
  goals: largeFileGoals(1.5),
};
