import type { INodeProperties } from 'n8n-workflow';

/** Which lines of a log to read, and how they are put out. */
export const logFields: INodeProperties[] = [
  {
    displayName: 'Lines',
    name: 'lines',
    type: 'options',
    default: 'last',
    description: 'Which lines to get',
    options: [
      { name: 'All', value: 'all', description: 'Get up to 100,000 lines from the start' },
      { name: 'First', value: 'first' },
      {
        name: 'Last',
        value: 'last',
        description: 'Usually the lines that explain why a run failed',
      },
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
    description: 'How to return the lines. An AI agent always gets one text.',
    options: [
      { name: 'One Item per Line', value: 'items' },
      { name: 'One Text', value: 'text', description: 'Return one item with all lines as text' },
    ],
  },
];
