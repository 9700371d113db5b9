import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { PACKAGE_FOLDER } from '../packedPackage';

const NODES = path.join(PACKAGE_FOLDER, 'dist', 'nodes');

/** The folders of the packed package that hold a node, as `Projects`. */
export const NODE_FOLDERS = readdirSync(NODES).filter((folder) => fileOf(folder) !== undefined);

/** How a node describes itself, at once: a list of tests needs it. */
export function describedNode(folder: string): INodeTypeDescription {
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
