import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { loadPackage } from '../../harness/engine/nodeTypes';
import { PACKAGE_FOLDER, requireFreshBuild } from '../../harness/packedPackage';

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

/** The same at once, as a list of tests needs it. */
export function describedNode(folder: string): INodeTypeDescription {
  requireFreshBuild();
  const name = fileOf(folder) ?? '';
  const load = createRequire(__filename);
  const classes = load(path.join(NODES, folder, `${name}.node.js`)) as Record<
    string,
    new () => { description: INodeTypeDescription }
  >;
  const Node = classes[name];
  if (!Node) throw new Error(`${folder} has no class ${name}`);
  return new Node().description;
}

function fileOf(folder: string): string | undefined {
  return readdirSync(path.join(NODES, folder))
    .find((file) => file.endsWith('.node.js'))
    ?.replace('.node.js', '');
}
