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

const leftOutIn = new WeakMap<IExecuteFunctions, Map<number, number>>();

/** As many of a list's entries as an item wants. Of how many were left out, an agent is told. */
export function upToLimit<Entry>(
  execution: IExecuteFunctions,
  itemIndex: number,
  entries: readonly Entry[],
): Entry[] {
  const wanted = entries.slice(0, readLimit(execution, itemIndex));
  const leftOut = leftOutIn.get(execution) ?? new Map<number, number>();
  leftOutIn.set(execution, leftOut);
  leftOut.set(itemIndex, entries.length - wanted.length);
  return wanted;
}

/** @returns undefined where it is not known: no more was read than was wanted */
export function entriesLeftOut(
  execution: IExecuteFunctions,
  itemIndex: number,
): number | undefined {
  return leftOutIn.get(execution)?.get(itemIndex);
}
