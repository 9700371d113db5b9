import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../sandbox';
import type { Operations, OperationsByResource } from './entry';

function newFile({ confFiles }: Sandbox) {
  const filePath = `/chaos/${randomUUID()}.txt`;
  confFiles.write(filePath, filePath);
  return { filePath };
}

const fileOperations: Operations = {
  upload: {
    example: true,
    tried: { filePath: '/new.conf', contentSource: 'text', textContent: 'a=1' },
    changes: { upload: 'repeatable' },
    chaos: () => ({
      filePath: `/chaos/${randomUUID()}.txt`,
      contentSource: 'text',
      textContent: 'a=1\n'.repeat(30),
    }),
  },
  download: {
    tried: [newFile, (sandbox) => ({ ...newFile(sandbox), output: 'text' })],
    chaos: newFile,
  },
  getAll: {
    tried: { path: '/', recursive: true, returnAll: true },
  },
  delete: {
    tried: newFile,
    changes: { delete: 'repeatable' },
  },
};

const folderOperations: Operations = {
  sync: {
    example: true,
    tried: [
      {
        parameters: { targetPath: '/synced', filePath: '={{ $json.path }}' },
        items: ['a.conf', '../b.conf'].map((path) => ({
          json: { path },
          file: { name: path, text: 'a=1' },
        })),
        settings: { onError: 'continueRegularOutput' },
      },
      {
        parameters: { targetPath: '/synced', filePath: '={{ $json.path }}', dryRun: true },
        items: [{ json: { path: 'a.conf' }, file: { name: 'a.conf', text: 'a=1' } }],
      },
    ],
    changes: { upload: 'repeatable', delete: 'repeatable' },
    chaos: [{}, { deleteExtraneous: true }, { compare: 'always' }].map((options) => ({
      before: ({ confFiles }: Sandbox) => {
        for (const name of ['0', '1', 'gone']) confFiles.write(`/synced/${name}.conf`, 'a=1');
      },
      parameters: { targetPath: '/synced', filePath: '={{ $json.path }}', options },
      items: Array.from({ length: 12 }, (_, n) => ({
        json: { path: `${n}.conf` },
        file: { name: `${n}.conf`, text: `a=${n || 1}` },
      })),
    })),
  },
};

export const operations: OperationsByResource = {
  'ConfFiles file': fileOperations,
  'ConfFiles folder': folderOperations,
};
