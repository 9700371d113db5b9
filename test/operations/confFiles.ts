import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../sandbox';
import { texts, type Operations } from './entry';

const writeFile = ({ confFiles }: Sandbox): void => confFiles.write('/old.conf', 'a=1');

/** A file of its own. */
function newFile({ confFiles }: Sandbox) {
  const filePath = `/chaos/${randomUUID()}.txt`;
  confFiles.write(filePath, filePath);
  return { filePath };
}

const FILE = { path: 'string', size: 'integer' } as const;

/** Operations on configuration files. */
export const fileOperations: Operations = {
  upload: {
    returns: { ...FILE, sha256: 'string' },
    example: true,
    tried: { parameters: { filePath: '/new.conf', contentSource: 'text', textContent: 'a=1' } },
    changes: { upload: 'repeatable' },
    chaos: () => ({
      filePath: `/chaos/${randomUUID()}.txt`,
      contentSource: 'text',
      textContent: 'a=1\n'.repeat(30),
    }),
  },
  download: {
    returns: { ...FILE, mimeType: 'string', text: 'string' },
    tried: [
      { before: writeFile, parameters: { filePath: '/old.conf' } },
      { before: writeFile, parameters: { filePath: '/old.conf', output: 'text' } },
    ],
    chaos: newFile,
  },
  getAll: {
    returns: { ...texts('path', 'name', 'type'), size: 'integer', modifiedAt: 'string' },
    tried: { parameters: { path: '/', recursive: true, returnAll: true } },
  },
  delete: {
    returns: { deleted: 'boolean', path: 'string' },
    tried: { before: writeFile, parameters: { filePath: '/old.conf' } },
    changes: { delete: 'repeatable' },
    chaos: newFile,
  },
};

/** Operations on folders of configuration files. */
export const folderOperations: Operations = {
  sync: {
    returns: { path: 'string', action: 'string', size: 'integer', dryRun: 'boolean' },
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
      before: ({ confFiles }) => {
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
