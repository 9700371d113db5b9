import type { INodeProperties } from 'n8n-workflow';

/** Which lines of a log to read, and how they are put out. */
export const logFields: INodeProperties[] = [
  {
    displayName: 'Lines',
    name: 'lines',
    type: 'options',
    default: 'last',
    description: 'Which lines to read',
    options: [
      { name: 'All', value: 'all', description: 'Up to 100,000 lines, from the first one on' },
      { name: 'First', value: 'first' },
      { name: 'Last', value: 'last', description: 'Where a run failed, they mostly say why' },
    ],
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: { lines: ['first', 'last'] } },
  },
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    default: 'items',
    description: 'How to return the lines. An agent always gets one text.',
    options: [
      { name: 'One Item per Line', value: 'items' },
      { name: 'One Text', value: 'text', description: 'One item with all lines as its text' },
    ],
  },
];
