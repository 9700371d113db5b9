import { createReadStream } from 'node:fs';
import { largeFile, MIB } from '../content';
import type { Place } from '../server/platform';
import { BareClient } from '../sides/bare';
import { binaryItems } from '../sides/binaryItems';
import { hasCurl, uploadByCurl } from '../sides/curl';
import { expectItems, runInEngine } from '../sides/engine';
import { CONF_FILES_NODE, uploadToken } from '../sides/ours';
import { received } from '../sides/received';
import { FILE, LARGE_FILE, largeFileGoals, requireSame, storedFile } from './largeFile';
import type { Side, Task } from '../task';

const item = (mib: number) => binaryItems([{ path: FILE, content: () => largeFile(mib) }]);

const arrived = (place: Place, mib: number) => async () => {
  requireSame(await received(place, FILE), mib);
};

const ours: Side = async (place, mib) => {
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

const httpRequest: Side = async (place, mib) => {
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

const bare: Side = async (place, mib) => {
  const source = await storedFile(mib);
  const client = new BareClient(place, 1);
  return {
    run: () => client.upload(FILE, mib * MIB, createReadStream(source)),
    check: arrived(place, mib),
  };
};

const curl: Side = async (place, mib) => {
  const source = await storedFile(mib);
  return {
    run: () => uploadByCurl(place, FILE, source),
    check: arrived(place, mib),
  };
};

export const uploadLargeFile: Task = {
  ...LARGE_FILE,
  name: 'upload-large-file',
  title: 'Upload one file of 1 GiB',
  sides: { ours, httpRequest, bare, ...(hasCurl && { curl }) },
  goals: largeFileGoals(2),
};
