import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { loadPackage } from '../engine/nodeTypes';
import { PACKAGE_FOLDER } from '../packedPackage';

const read = <T>(file: string) =>
  JSON.parse(readFileSync(path.join(PACKAGE_FOLDER, file), 'utf8')) as T;

/** The descriptions of all nodes of the packed package with their codex files, in the order of its package.json. */
export async function packedDescriptions(): Promise<INodeTypeDescription[]> {
  const { nodeTypes } = await loadPackage();
  const { n8n } = read<{ n8n: { nodes: string[] } }>('package.json');
  return n8n.nodes.map((file) => {
    const name = path.basename(file, '.node.js');
    const node = nodeTypes.getByName(
      `n8n-nodes-data-platform.${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    ) as { description: INodeTypeDescription };
    return { ...node.description, codex: read(file.replace(/\.js$/, '.json')) };
  });
}
