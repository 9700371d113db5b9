import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { ownFolder, smallFile } from '../content';
import { filePath, indexes, type Place } from '../server/platform';
import { BareClient } from '../sides/bare';
import { binaryItems, byNode, confFilesNode, uploadByNodes } from '../sides/engine';
import { uploadByHttpRequest } from '../sides/n8nNodes';
import { atMost, fasterThanHttpRequest, growing, littleMemory } from '../goals';
import { atLatencies, type Side, type Task } from '../task';

const items = async (amount: number, makeContent: (index: number) => Buffer) =>
  await binaryItems(indexes(amount).map(filePath), (index) => [makeContent(index)]);

const UPLOADED_BYTES = 100 * 1024;
const uploaded = (index: number) => smallFile(index, UPLOADED_BYTES);

const lastArrived = (place: Place, amount: number) => async () => {
  const last = amount - 1;
  const sum = await new BareClient(place, 1).received(filePath(last));
  if (sum !== crc32(uploaded(last))) throw new Error('The bytes differ');
};

const uploadByLoop: Side = async (place, amount) => {
  const client = new BareClient(place, 64);
  const folder = await ownFolder();
  const findFile = (index: number) => path.join(folder, String(index));
  for (const index of indexes(amount)) await writeFile(findFile(index), uploaded(index));
  return {
    run: () =>
      client.loop(amount, async (index) => {
        await client.upload(filePath(index), UPLOADED_BYTES, await readFile(findFile(index)));
      }),
    check: lastArrived(place, amount),
  };
};

export const uploadFiles: Task = {
  name: 'upload-files',
  title: 'Upload 200 files of 100 KiB',
  cases: atLatencies(200, 0, 20),
  warmUpAmount: 50,
  sides: {
    ...uploadByNodes(async (place, amount) => ({
      items: await items(amount, uploaded),
      check: lastArrived(place, amount),
    })),
    bare: uploadByLoop,
  },
  goals: [...fasterThanHttpRequest(0, 20), ...littleMemory(20)],
};

const FILES = 2000;
const ONE_CHANGED_OF = 100;
const SYNCED_BYTES = 10_000;

/** Every hundredth file has changed, but not its size. */
const wanted = (index: number) => {
  const isChanged = index % ONE_CHANGED_OF === 0;
  return smallFile(index, SYNCED_BYTES, isChanged ? 'second' : 'first');
};

const syncByOurs = byNode(async (place, amount) => ({
  ...confFilesNode(place, { resource: 'folder', operation: 'sync', targetPath: '/' }),
  items: await items(amount, wanted),
  async check(outputs) {
    const changed = outputs.filter(({ json }) => json.action === 'uploaded').length;
    if (changed !== Math.ceil(amount / ONE_CHANGED_OF)) throw new Error(`${changed} uploads`);
  },
}));

/** HTTP Request does not know the changed files, so it sends every file. */
const syncByHttpRequest = byNode(async (place, amount) => ({
  node: uploadByHttpRequest(place),
  items: await items(amount, wanted),
}));

const syncs = {
  sides: { ours: syncByOurs, httpRequest: syncByHttpRequest },
  warmUpAmount: 50,
  world: (amount: number) => ({ files: amount, fileBytes: SYNCED_BYTES }),
};

export const syncFolder: Task = {
  ...syncs,
  name: 'sync-folder',
  title: `Sync ${FILES} files of which ${FILES / ONE_CHANGED_OF} changed`,
  cases: atLatencies(FILES, 0, 20),
  goals: [
    ...fasterThanHttpRequest(0, 20),
    atMost('uploads', FILES / ONE_CHANGED_OF + 1, 20),
    ...littleMemory(20),
  ],
};

export const growingFolder: Task = {
  ...syncs,
  name: 'grow-folder',
  title: 'Sync a folder of which 1 % has changed',
  ...growing('files', 0, 200, 2000, 20_000),
  maxForHttpRequest: 2000,
};
