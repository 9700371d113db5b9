import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { loadPackage } from '../../harness/engine/nodeTypes';
import { PACKAGE_FOLDER } from '../../harness/packedPackage';

const NODES = path.join(PACKAGE_FOLDER, 'dist', 'nodes');

/** The folders of the packed package that hold a node, as `Projects`. */
export const NODE_FOLDERS = readdirSync(NODES).filter((folder) => fileOf(folder) !== undefined);

export async function nodeOfFolder(folder: string): Promise<INodeTypeDescription> {
  const name = fileOf(folder) ?? '';
  const { nodeTypes } = await loadPackage();
  const type = nodeTypes.getByName(
    `n8n-nodes-data-platform.${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  );
  return (type as { description: INodeTypeDescription }).description;
}

function fileOf(folder: string): string | undefined {
  return readdirSync(path.join(NODES, folder))
    .find((file) => file.endsWith('.node.js'))
    ?.replace('.node.js', '');
}
