import { createHash } from 'node:crypto';
import type { Sandbox } from '../../sandbox';
import { HOSTILE_NAMES, type ChaosItem, type Model } from '../chaos/operations/operation';
import type { World } from '../chaos/platform/world';
import type { Operations } from './entry';

const writeFile = ({ confFiles }: Sandbox): void => confFiles.write('/old.conf', 'a=1');

const FILE = { path: 'string', size: 'integer' } as const;

const path = ({ json }: ChaosItem) => String(json.path);

const pathFor = (index: number, random: () => number) => {
  const hostile = HOSTILE_NAMES[Math.floor(random() * 40)];
  return `/chaos/${hostile ?? 'dir'}/file ${index}.txt`;
};

const textFor = (index: number) => `content of ${index}\n`.repeat(1 + (index % 40));

const withFile = (world: World, index: number, random: () => number): ChaosItem => {
  const item = { json: { path: pathFor(index, random) } };
  world.files.set(path(item), Buffer.from(textFor(index)));
  return item;
};

const toUpload = (_world: World, index: number, random: () => number): ChaosItem => {
  const place = pathFor(index, random);
  return {
    json: { path: place, text: textFor(index) },
    file: { name: 'file.txt', text: textFor(index) },
  };
};

const isUploaded = (world: World, place: string, text: string): string | undefined =>
  world.files.get(place)?.toString() === text ? undefined : `${place} was not uploaded`;

/** Operations on configuration files. */
export const fileOperations: Operations = {
  upload: {
    returns: { ...FILE, sha256: 'string' },
    example: true,
    tried: { parameters: { filePath: '/new.conf', contentSource: 'text', textContent: 'a=1' } },
    chaos: {
      parameters: {
        filePath: '={{ $json.path }}',
        contentSource: 'binary',
        binaryPropertyName: 'data',
      },
      routes: ['upload'],
      prepare: toUpload,
      change: { kind: 'upload', target: path, isRepeatable: true },
      falsehood: ({ world, item, outputs }) => {
        const text = String(item.json.text);
        const sha256 = createHash('sha256').update(text).digest('hex');
        if (outputs[0]?.json.sha256 !== sha256) return 'another hash';
        return isUploaded(world, path(item), text);
      },
      outputsAnItem: 1,
    },
  },
  download: {
    returns: { ...FILE, mimeType: 'string', text: 'string' },
    tried: [
      { before: writeFile, parameters: { filePath: '/old.conf' } },
      { before: writeFile, parameters: { filePath: '/old.conf', output: 'text' } },
    ],
    chaos: {
      parameters: { filePath: '={{ $json.path }}', binaryPropertyName: 'data' },
      routes: ['file'],
      prepare: withFile,
      falsehood: ({ world, item, outputs }) =>
        outputs[0]?.json.size === world.files.get(path(item))?.length ? undefined : 'another size',
      outputsAnItem: 1,
    },
  },
  getAll: {
    returns: {
      path: 'string',
      name: 'string',
      type: 'string',
      size: 'integer',
      modifiedAt: 'string',
    },
    tried: { parameters: { path: '/', recursive: true, returnAll: true } },
    chaos: {
      parameters: { path: '/chaos', recursive: true, returnAll: true },
      routes: ['listing'],
      prepare: withFile,
      falsehood: ({ world, outputs }) => {
        const told = outputs.filter(({ json }) => json.type === 'file').length;
        return told === world.files.size
          ? undefined
          : `${told} files instead of ${world.files.size}`;
      },
    },
  },
  delete: {
    returns: { deleted: 'boolean', path: 'string' },
    tried: { before: writeFile, parameters: { filePath: '/old.conf' } },
    chaos: {
      parameters: { filePath: '={{ $json.path }}' },
      routes: ['delete'],
      prepare: withFile,
      change: { kind: 'deleteFile', target: path, isRepeatable: true },
      falsehood: ({ world, item }) =>
        world.files.has(path(item)) ? 'it is still there' : undefined,
      outputsAnItem: 1,
    },
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
    chaos: [
      ...[{}, { deleteExtraneous: true }, { compare: 'always' }].map((options): Model => ({
        parameters: {
          targetPath: '/',
          filePath: '={{ $json.path }}',
          binaryPropertyName: 'data',
          options,
        },
        routes: ['upload', 'upload', 'listing', 'file'],
        prepare: (world, index, random) => {
          const item = toUpload(world, index, random);
          if (random() < 0.3) world.files.set(path(item), Buffer.from(String(item.json.text)));
          return item;
        },
        falsehood: ({ world, item, outputs }) => {
          const action = outputs[0]?.json.action;
          if (action !== 'uploaded' && action !== 'unchanged') return `action ${String(action)}`;
          return isUploaded(world, path(item), String(item.json.text));
        },
        change: { kind: 'upload', target: path, isRepeatable: true },
      })),
    ],
  },
};
