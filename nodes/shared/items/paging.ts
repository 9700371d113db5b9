import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { ItemCall } from '../operation/operation';
import type { ItemParameters } from '../parameters/nodeParameters';

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
export function readLimit(parameters: ItemParameters): number {
  return parameters.boolean('returnAll') ? Number.POSITIVE_INFINITY : parameters.number('limit');
}

const leftOutIn = new WeakMap<IExecuteFunctions, Map<number, number>>();

/** As many of a list's entries as an item wants. Of how many were left out, an agent is told. */
export function upToLimit<Entry>(
  { execution, itemIndex, parameters }: ItemCall<unknown>,
  entries: readonly Entry[],
): Entry[] {
  const wanted = entries.slice(0, readLimit(parameters));
  const leftOut = leftOutIn.get(execution) ?? new Map<number, number>();
  leftOutIn.set(execution, leftOut);
  leftOut.set(itemIndex, entries.length - wanted.length);
  return wanted;
}

/** @returns undefined if it is not known: no more was read than was wanted */
export function entriesLeftOut(
  execution: IExecuteFunctions,
  itemIndex: number,
): number | undefined {
  return leftOutIn.get(execution)?.get(itemIndex);
}
