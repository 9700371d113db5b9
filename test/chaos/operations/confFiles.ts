import { createHash } from 'node:crypto';
import { HOSTILE_NAMES, type ChaosItem, type ChaosOperation } from './operation';
import type { World } from '../platform/world';

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

export const confFileOperations: ChaosOperation[] = [
  {
    name: 'file.upload',
    node: 'ConfFiles',
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
  {
    name: 'file.download',
    node: 'ConfFiles',
    parameters: { filePath: '={{ $json.path }}', binaryPropertyName: 'data' },
    routes: ['file'],
    prepare: withFile,
    falsehood: ({ world, item, outputs }) =>
      outputs[0]?.json.size === world.files.get(path(item))?.length ? undefined : 'another size',
    outputsAnItem: 1,
  },
  {
    name: 'file.delete',
    node: 'ConfFiles',
    parameters: { filePath: '={{ $json.path }}' },
    routes: ['delete'],
    prepare: withFile,
    change: { kind: 'deleteFile', target: path, isRepeatable: true },
    falsehood: ({ world, item }) => (world.files.has(path(item)) ? 'it is still there' : undefined),
    outputsAnItem: 1,
  },
  {
    name: 'file.getAll',
    node: 'ConfFiles',
    parameters: { path: '/chaos', recursive: true, returnAll: true },
    routes: ['listing'],
    prepare: withFile,
    falsehood: ({ world, outputs }) => {
      const told = outputs.filter(({ json }) => json.type === 'file').length;
      return told === world.files.size ? undefined : `${told} files instead of ${world.files.size}`;
    },
  },
  ...[{}, { deleteExtraneous: true }, { compare: 'always' }].map((options): ChaosOperation => ({
    name: 'folder.sync',
    node: 'ConfFiles',
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
    isTogether: true,
  })),
];
