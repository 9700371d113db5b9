import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { packedDescriptions } from '../support/descriptions';
import { nodePage, pageOf } from './nodePage';

const FOLDER = path.join(__dirname, '..', '..', 'docs', 'nodes');

let nodes: INodeTypeDescription[];
beforeAll(async () => {
  nodes = await packedDescriptions();
  if (!process.env.UPDATE_DOCS) return;
  mkdirSync(FOLDER, { recursive: true });
  for (const node of nodes) writeFileSync(path.join(FOLDER, `${pageOf(node)}.md`), nodePage(node));
});

test('the page of each node tells what its description tells', () => {
  for (const node of nodes) {
    expect(readFileSync(path.join(FOLDER, `${pageOf(node)}.md`), 'utf8')).toBe(nodePage(node));
  }
});

test('there is a picture of the panel of each node', () => {
  const pictures = path.join(FOLDER, '..', 'images', 'nodes');
  for (const node of nodes) {
    expect(existsSync(path.join(pictures, `${pageOf(node)}.png`))).toBe(true);
  }
});
