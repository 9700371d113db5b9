import type { INodeProperties } from 'n8n-workflow';
import type { ItemParameters } from '../parameters/nodeParameters';

export const pagingFields: INodeProperties[] = [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: { returnAll: [false] } },
  },
];

/** Returns `Infinity` if the user wants all results. */
export function readLimit(parameters: ItemParameters): number {
  return parameters.boolean('returnAll') ? Number.POSITIVE_INFINITY : parameters.number('limit');
}

export function takeUpToLimit<Entry>(
  { parameters }: { parameters: ItemParameters },
  entries: readonly Entry[],
): Entry[] {
  return entries.slice(0, readLimit(parameters));
}
