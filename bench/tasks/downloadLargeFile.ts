import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { INodeExecutionData } from 'n8n-workflow';
import { BareClient } from '../sides/bare';
import { downloadByCurl, hasCurl } from '../sides/curl';
import { runInEngine } from '../sides/engine';
import { CONF_FILES_NODE, uploadToken } from '../sides/ours';
import { FILE, LARGE_FILE, largeFileGoals, ownFile, requireSame } from './largeFile';
import type { Side, Task } from '../task';

async function requireSameBytes(bytes: AsyncIterable<unknown>, mib: number): Promise<void> {
  let sum = 0;
  for await (const chunk of bytes) sum = crc32(chunk as Buffer, sum);
  requireSame(sum, mib);
}

/** The file that a node put out as binary data. */
export async function requireSameOutput(
  [output]: INodeExecutionData[],
  mib: number,
): Promise<void> {
  const { binaryStream } = await import('../../harness/engine/binaryData');
  await requireSameBytes(await binaryStream(output?.binary?.data?.id), mib);
}

const ours: Side = async (place) => {
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

const httpRequest: Side = async (place) => {
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

const bare: Side = async (place) => {
  const target = await ownFile();
  const client = new BareClient(place, 1);
  return {
    async run() {
      await pipeline(await client.download(FILE), createWriteStream(target));
    },
    check: () => requireSameBytes(createReadStream(target), place.largeFileMiB),
  };
};

const curl: Side = async (place) => {
  const target = await ownFile();
  return {
    run: () => downloadByCurl(place, FILE, target),
    check: () => requireSameBytes(createReadStream(target), place.largeFileMiB),
  };
};

export const downloadLargeFile: Task = {
  ...LARGE_FILE,
  name: 'download-large-file',
  title: 'Download one file of 1 GiB',
  world: { largeFileMiB: LARGE_FILE.amount },
  warmUpWorld: { largeFileMiB: LARGE_FILE.warmUpAmount },
  sides: { ours, httpRequest, bare, ...(hasCurl && { curl }) },
  goals: largeFileGoals(1.5),
};
