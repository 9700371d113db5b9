import { FILE_BYTES, syncByHttpRequest, syncByOurs } from '../tasks/syncFolder';
import type { GrowthTask } from './growthTask';

const MOST_FOR_HTTP_REQUEST = 2000;

export const syncedFolder: GrowthTask = {
  name: 'grow-folder',
  title: 'Sync a folder of which 1 % has changed',
  unit: 'files',
  sizes: [200, 2000, 20_000],
  latencyMs: 0,
  work: (size) => ({
    warmUpAmount: 50,
    world: { files: size, fileBytes: FILE_BYTES },
    sides: {
      ours: syncByOurs,
      ...(size <= MOST_FOR_HTTP_REQUEST && { httpRequest: syncByHttpRequest }),
    },
  }),
};
