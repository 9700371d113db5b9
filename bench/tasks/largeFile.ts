import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { INodeExecutionData } from 'n8n-workflow';
import { largeFile, largeFileChecksum, MIB } from '../content';
import type { Place } from '../server/platform';
import { BareClient } from '../sides/bare';
import { binaryItems } from '../sides/binaryItems';
import { expectItems, runInEngine } from '../sides/engine';
import { CONF_FILES_NODE, uploadToken } from '../sides/ours';
import { received } from '../sides/received';
import { atMost, timesAsFast } from './goals';
import type { Side, Task } from './task';

const FILE_MIB = 1024;
const FILE = '/large.bin';
const MAX_GROWTH_MIB = 128;

const item = (mib: number) => binaryItems([{ path: FILE, content: () => largeFile(mib) }]);

const arrived = (place: Place, mib: number) => async () => {
  requireSame(await received(place, FILE), mib);
};

function requireSame(sum: number, mib: number): void {
  if (sum !== largeFileChecksum(mib)) throw new Error('The bytes differ');
}

const oursUp: Side = async (place, mib) => {
  const file = await item(mib);
  const node = {
    type: CONF_FILES_NODE,
    parameters: { resource: 'file', operation: 'upload', filePath: '={{ $json.path }}' },
  };
  return {
    async run() {
      expectItems(await runInEngine(node, uploadToken(place), file), 1);
    },
    check: arrived(place, mib),
  };
};

const httpRequestUp: Side = async (place, mib) => {
  const { loadN8nNodes, uploadByHttpRequest } = await import('../sides/n8nNodes');
  await loadN8nNodes();
  const file = await item(mib);
  return {
    async run() {
      expectItems(await runInEngine(uploadByHttpRequest(place), {}, file), 1);
    },
    check: arrived(place, mib),
  };
};

const bareUp: Side = async (place, mib) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const source = path.join(folder, 'large.bin');
  await pipeline(Readable.from(largeFile(mib)), createWriteStream(source));
  const client = new BareClient(place);
  return {
    run: () => client.upload(FILE, mib * MIB, createReadStream(source)),
    async check() {
      rmSync(folder, { recursive: true });
      await arrived(place, mib)();
    },
  };
};

export const uploadLargeFile: Task = {
  name: 'upload-large-file',
  title: 'Upload one file of 1 GiB',
  amount: FILE_MIB,
  warmUpAmount: 8,
  latenciesMs: [0],
  sides: { ours: oursUp, httpRequest: httpRequestUp, bare: bareUp },
  goals: [
    atMost('grownMiB', MAX_GROWTH_MIB, 0),
    timesAsFast('httpRequest', 2, 0),
    timesAsFast('bare', 0.85, 0),
  ],
};

/** The file that a node put out as binary data. */
async function requireSameOutput([output]: INodeExecutionData[], mib: number): Promise<void> {
  const { binaryStream } = await import('../../test/engine/binaryData');
  let sum = 0;
  for await (const chunk of await binaryStream(output?.binary?.data?.id)) {
    sum = crc32(chunk as Buffer, sum);
  }
  requireSame(sum, mib);
}

const oursDown: Side = async (place) => {
  const node = {
    type: CONF_FILES_NODE,
    parameters: { resource: 'file', operation: 'download', filePath: '={{ $json.path }}' },
  };
  let outputs: INodeExecutionData[] = [];
  return {
    async run() {
      outputs = await runInEngine(node, uploadToken(place), [{ path: FILE }]);
    },
    check: () => requireSameOutput(outputs, place.largeFileMiB),
  };
};

const httpRequestDown: Side = async (place) => {
  const { downloadByHttpRequest, loadN8nNodes } = await import('../sides/n8nNodes');
  await loadN8nNodes();
  let outputs: INodeExecutionData[] = [];
  return {
    async run() {
      outputs = await runInEngine(downloadByHttpRequest(place), {}, [{ path: FILE }]);
    },
    check: () => requireSameOutput(outputs, place.largeFileMiB),
  };
};

const bareDown: Side = async (place) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const target = path.join(folder, 'large.bin');
  const client = new BareClient(place);
  return {
    async run() {
      await pipeline(await client.download(FILE), createWriteStream(target));
    },
    async check() {
      let sum = 0;
      for await (const chunk of createReadStream(target)) sum = crc32(chunk as Buffer, sum);
      rmSync(folder, { recursive: true });
      requireSame(sum, place.largeFileMiB);
    },
  };
};

export const downloadLargeFile: Task = {
  name: 'download-large-file',
  title: 'Download one file of 1 GiB',
  amount: FILE_MIB,
  warmUpAmount: 8,
  world: { largeFileMiB: FILE_MIB },
  warmUpWorld: { largeFileMiB: 8 },
  latenciesMs: [0],
  sides: { ours: oursDown, httpRequest: httpRequestDown, bare: bareDown },
  goals: [
    atMost('grownMiB', MAX_GROWTH_MIB, 0),
    timesAsFast('httpRequest', 1.5, 0),
    timesAsFast('bare', 0.85, 0),
  ],
};
