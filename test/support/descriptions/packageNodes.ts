import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { PACKAGE_FOLDER } from '../packedPackage';
import { filesIn, readJson } from '../repository';

const NODES = path.join(PACKAGE_FOLDER, 'dist', 'nodes');

/** Folders of the nodes, such as `Projects`. */
export const NODE_FOLDERS = filesIn(NODES, '*/*.node.js').map((file) => path.dirname(file));

/** Creates an instance of the only class that a built file exports. */
export function createInstance<Instance>(file: string): Instance {
  const [Class] = Object.values(
    createRequire(__filename)(file) as Record<string, new () => Instance>,
  );
  if (!Class) throw new Error(`${file} exports no class`);
  return new Class();
}

/** Returns the description of a node in the packed package, with the content of its codex file. */
export function readDescription(folder: string): INodeTypeDescription {
  const file = path.join(NODES, folder, `DataPlatform${folder}.node`);
  const { description } = createInstance<{ description: INodeTypeDescription }>(`${file}.js`);
  return { ...description, codex: readJson(`${file}.json`) };
}

export const readDescriptions = () => NODE_FOLDERS.map(readDescription);
