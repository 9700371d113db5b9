import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readParameter } from './parameters/readParameter';

/** "Return All" and "Limit", for operations that list. */
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

/** How many entries are wanted; infinite for all. */
export function readLimit(execution: IExecuteFunctions, itemIndex: number): number {
  if (readParameter(execution, 'returnAll', itemIndex, false)) return Number.POSITIVE_INFINITY;
  const limit = Number(readParameter(execution, 'limit', itemIndex, 50));
  return Number.isFinite(limit) ? Math.max(1, Math.floor(limit)) : 50;
}
