import type { INode } from 'n8n-workflow';

export const buildTestNode = (changes: Partial<INode> = {}): INode => ({
  id: 'n',
  name: 'Node',
  type: 't',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...changes,
});
