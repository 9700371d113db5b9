import type { INode } from 'n8n-workflow';

/** A node as n8n has it in a workflow, for what needs no more of it than that it is one. */
export const someNode = (given: Partial<INode> = {}): INode => ({
  id: 'n',
  name: 'Node',
  type: 't',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...given,
});
