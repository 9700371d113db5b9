import type { INodeExecutionData } from 'n8n-workflow';
import { runInEngine } from '../sides/engine';
import { CONF_FILES_NODE, kubernetes, uploadToken } from '../sides/ours';
import { requireSameOutput } from './downloadLargeFile';
import { timesAsFast } from './goals';
import { FILE, LARGE_FILE } from './largeFile';
import type { Side, Task } from '../task';

const FILE_MIB = 512;

function downloadThrough(readThrough: 'cluster' | 'localAddress'): Side {
  return async (place) => {
    const node = {
      type: CONF_FILES_NODE,
      parameters: {
        resource: 'file',
        operation: 'download',
        filePath: '={{ $json.path }}',
        readThrough,
      },
    };
    const credentials = { ...uploadToken(place), ...kubernetes(place) };
    let outputs: INodeExecutionData[] = [];
    return {
      async run() {
        outputs = await runInEngine(node, credentials, [{ path: FILE }]);
      },
      check: () => requireSameOutput(outputs, place.largeFileMiB),
    };
  };
}

export const downloadThroughCluster: Task = {
  ...LARGE_FILE,
  name: 'download-through-cluster',
  title: 'Download one file of 512 MiB through the cluster',
  amount: FILE_MIB,
  world: { largeFileMiB: FILE_MIB },
  warmUpWorld: { largeFileMiB: LARGE_FILE.warmUpAmount },
  sides: { ours: downloadThrough('cluster'), oursLocal: downloadThrough('localAddress') },
  goals: [timesAsFast('oursLocal', 0.9, 0)],
};
