import { createHash } from 'node:crypto';
import { smallFile } from '../content';
import { filePath } from '../server/world';
import { BareClient } from '../sides/bare';
import { binaryItems } from '../sides/binaryItems';
import { expectItems, runInEngine } from '../sides/engine';
import { CONF_FILES_NODE, uploadToken } from '../sides/ours';
import { atMost, sameConnections } from './goals';
import type { Side, Task } from '../task';

const FILES = 2000;
const ONE_CHANGED_OF = 100;
const CHANGED = FILES / ONE_CHANGED_OF;
export const FILE_BYTES = 10_000;
/** As many as this package takes: eight for comparing, one for uploading. */
const CONNECTIONS = 9;

/** Every hundredth file has changed, and none its size. */
const wanted = (index: number) => {
  const isChanged = index % ONE_CHANGED_OF === 0;
  return smallFile(index, FILE_BYTES, isChanged ? 'second' : 'first');
};

const items = async (amount: number) =>
  await binaryItems(
    Array.from({ length: amount }, (_, index) => ({
      path: filePath(index),
      content: () => [wanted(index)],
    })),
  );

export const syncByOurs: Side = async (place, amount) => {
  const files = await items(amount);
  const node = {
    type: CONF_FILES_NODE,
    parameters: {
      resource: 'folder',
      operation: 'sync',
      targetPath: '/',
      filePath: '={{ $json.path }}',
    },
  };
  return {
    async run() {
      const outputs = await runInEngine(node, uploadToken(place), files);
      const uploaded = outputs.filter(({ json }) => json.action === 'uploaded');
      expectItems(uploaded, Math.ceil(amount / ONE_CHANGED_OF));
    },
  };
};

/** It cannot tell what has changed without a workflow of its own around it, so it sends every file. */
export const syncByHttpRequest: Side = async (place, amount) => {
  const { loadN8nNodes, uploadByHttpRequest } = await import('../sides/n8nNodes');
  await loadN8nNodes();
  const files = await items(amount);
  return {
    async run() {
      expectItems(await runInEngine(uploadByHttpRequest(place), {}, files), amount);
    },
  };
};

/** The same comparison, from memory. */
const bare: Side = async (place, amount) => {
  const client = new BareClient(place, CONNECTIONS);
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const files = Array.from({ length: amount }, (_, index) => wanted(index));
  return {
    async run() {
      for (const folder of ['/', '/app']) await (await client.download(`?path=${folder}`)).json();
      await client.loop(amount, async (index) => {
        const file = files[index] as Buffer;
        const there = await (await client.download(filePath(index))).arrayBuffer();
        if (hashOf(Buffer.from(there)) === hashOf(file)) return;
        await client.upload(filePath(index), FILE_BYTES, file);
      });
    },
  };
};

export const syncFolder: Task = {
  name: 'sync-folder',
  title: `Sync ${FILES} files of which ${CHANGED} changed`,
  amount: FILES,
  warmUpAmount: 50,
  world: { files: FILES, fileBytes: FILE_BYTES },
  latenciesMs: [0, 20],
  sides: { ours: syncByOurs, httpRequest: syncByHttpRequest, bare },
  goals: [atMost('uploads', CHANGED + 1, 20), sameConnections(20)],
};
