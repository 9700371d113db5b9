import { execFile, spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import type { INodeExecutionData } from 'n8n-workflow';
import { largeFile, MIB, ownFolder } from '../content';
import { LARGE_FILE as FILE } from '../server/files';
import type { Place } from '../server/platform';
import { BareClient } from '../sides/bare';
import { binaryItems, byNode, confFilesNode, uploadByNodes } from '../sides/engine';
import { httpRequest } from '../sides/n8nNodes';
import { fasterThanHttpRequest, littleMemory, timesAsLong } from '../goals';
import { atLatencies, type Goal, type Side, type Task, type Work } from '../task';

const LARGE = { cases: atLatencies(512, 0), warmUpAmount: 8, isDiskBound: true };

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** CPU and memory of curl's process are not measured. */
async function curl(...given: string[]) {
  await promisify(execFile)('curl', ['--silent', '--show-error', '--fail', ...given]);
  return { cpuSeconds: NaN, grownMiB: NaN };
}

async function checksum(bytes: AsyncIterable<unknown> | Iterable<Buffer>): Promise<number> {
  let sum = 0;
  for await (const chunk of bytes) sum = crc32(chunk as Buffer, sum);
  return sum;
}

async function requireSame(sum: Promise<number>, mib: number): Promise<void> {
  if ((await sum) !== (await checksum(largeFile(mib)))) throw new Error('The bytes differ');
}

const goals: Goal[] = [
  ...fasterThanHttpRequest(0),
  timesAsLong('bare', 1.1, 0),
  timesAsLong('curl', 1.25, 0),
  ...littleMemory(0),
];

const arrived = (place: Place, mib: number) => () =>
  requireSame(new BareClient(place, 1).received(FILE), mib);

const uploadFromDisk =
  (send: (place: Place, file: string, bytes: number) => ReturnType<Work['run']>): Side =>
  async (place, mib) => {
    const source = path.join(await ownFolder(), 'large.bin');
    await pipeline(Readable.from(largeFile(mib)), createWriteStream(source));
    return { run: () => send(place, source, mib * MIB), check: arrived(place, mib) };
  };

export const uploadLargeFile: Task = {
  ...LARGE,
  name: 'upload-large-file',
  title: 'Upload one file of 512 MiB',
  sides: {
    ...uploadByNodes(async (place, mib) => ({
      items: await binaryItems([FILE], () => largeFile(mib)),
      expected: 1,
      check: arrived(place, mib),
    })),
    bare: uploadFromDisk((place, file, bytes) =>
      new BareClient(place, 1).upload(FILE, bytes, createReadStream(file)),
    ),
    ...(hasCurl && {
      // This package sends the same form.
      curl: uploadFromDisk(({ uploadUrl, uploadCredentials: { uploadToken } }, file) => {
        const form = ['--form', `file=@${file};filename=large.bin`];
        const header = ['--header', `authorization: Bearer ${uploadToken}`];
        return curl(...form, ...header, uploadUrl + FILE);
      }),
    }),
  },
  goals,
};

const downloadWork = (mib: number) => ({
  items: [{ path: FILE }],
  expected: 1,
  async check([output]: INodeExecutionData[]) {
    const { openBinary: binaryStream } = await import('../../support/engine/binaryData');
    await requireSame(checksum(await binaryStream(output?.binary?.data?.id)), mib);
  },
});

const downloadToDisk =
  (read: (place: Place, target: string) => ReturnType<Work['run']>): Side =>
  async (place, mib) => {
    const target = path.join(await ownFolder(), 'large.bin');
    return {
      run: () => read(place, target),
      check: () => requireSame(checksum(createReadStream(target)), mib),
    };
  };

export const downloadLargeFile: Task = {
  ...LARGE,
  world: (amount) => ({ largeFileMiB: amount }),
  name: 'download-large-file',
  title: 'Download one file of 512 MiB',
  sides: {
    ours: byNode((place, mib) => ({
      ...confFilesNode(place, {
        resource: 'file',
        operation: 'download',
        readThrough: 'localAddress',
      }),
      ...downloadWork(mib),
    })),
    httpRequest: byNode(({ downloadUrl }, mib) => ({
      node: httpRequest({
        method: 'GET',
        url: `=${downloadUrl}{{ $json.path }}`,
        options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } },
      }),
      ...downloadWork(mib),
    })),
    bare: downloadToDisk(async (place, target) =>
      pipeline(await new BareClient(place, 1).download(FILE), createWriteStream(target)),
    ),
    ...(hasCurl && {
      curl: downloadToDisk(({ downloadUrl }, to) => curl('--output', to, downloadUrl + FILE)),
    }),
  },
  goals,
};
