import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { smallFile } from '../content';
import type { Place } from '../server/platform';
import { BareClient } from '../sides/bare';
import { binaryItems } from '../sides/binaryItems';
import { received } from '../sides/received';
import { expectItems, runInEngine } from '../sides/engine';
import { CONF_FILES_NODE, uploadToken } from '../sides/ours';
import { sameConnections, timesAsFast } from './goals';
import type { Side, Task } from '../task';

const FILES = 500;
const FILE_BYTES = 100_000;
/** As many as this package takes. */
const CONNECTIONS = 64;
const pathOf = (index: number) => `/app/file-${index}.bin`;

const items = async (amount: number) =>
  await binaryItems(
    Array.from({ length: amount }, (_, index) => ({
      path: pathOf(index),
      content: () => [smallFile(index, FILE_BYTES)],
    })),
  );

const lastArrived = (place: Place, amount: number) => async () => {
  const last = amount - 1;
  const expected = crc32(smallFile(last, FILE_BYTES));
  if ((await received(place, pathOf(last))) !== expected) throw new Error('The bytes differ');
};

const ours: Side = async (place, amount) => {
  const files = await items(amount);
  const node = {
    type: CONF_FILES_NODE,
    parameters: { resource: 'file', operation: 'upload', filePath: '={{ $json.path }}' },
  };
  return {
    async run() {
      expectItems(await runInEngine(node, uploadToken(place), files), amount);
    },
    check: lastArrived(place, amount),
  };
};

const httpRequest: Side = async (place, amount) => {
  const { loadN8nNodes, uploadByHttpRequest } = await import('../sides/n8nNodes');
  await loadN8nNodes();
  const files = await items(amount);
  return {
    async run() {
      expectItems(await runInEngine(uploadByHttpRequest(place), {}, files), amount);
    },
    check: lastArrived(place, amount),
  };
};

/** Reads each file from disk and sends it: no hashing, no form. */
const bare: Side = async (place, amount) => {
  const client = new BareClient(place, CONNECTIONS);
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  const fileOf = (index: number) => path.join(folder, String(index));
  for (let index = 0; index < amount; index++) {
    await writeFile(fileOf(index), smallFile(index, FILE_BYTES));
  }
  return {
    run: () =>
      client.loop(amount, async (index) => {
        await client.upload(pathOf(index), FILE_BYTES, await readFile(fileOf(index)));
      }),
    async check() {
      await rm(folder, { recursive: true });
      await lastArrived(place, amount)();
    },
  };
};

export const uploadFiles: Task = {
  name: 'upload-files',
  title: `Upload ${FILES} files of 100 KB`,
  amount: FILES,
  warmUpAmount: 50,
  latenciesMs: [0, 20],
  sides: { ours, httpRequest, bare },
  goals: [timesAsFast('httpRequest', 2, 20), timesAsFast('bare', 0.8, 20), sameConnections(20)],
};
