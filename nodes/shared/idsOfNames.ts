import type { IExecuteFunctions } from 'n8n-workflow';

type Found = { id: string } | { failure: unknown };

const foundIn = new WeakMap<IExecuteFunctions, Map<string, Found>>();

/** Keeps what became of a name that stood in the place of an ID: for a parameter of an item. */
export function keepIdOfName(
  execution: IExecuteFunctions,
  parameter: string,
  itemIndex: number,
  found: Found,
): void {
  const known = foundIn.get(execution) ?? new Map<string, Found>();
  foundIn.set(execution, known);
  known.set(keyOf(parameter, itemIndex), found);
}

/** @returns undefined where no name was looked up @throws why the name has no ID */
export function idOfName(
  execution: IExecuteFunctions,
  parameter: string,
  itemIndex: number,
): string | undefined {
  const found = foundIn.get(execution)?.get(keyOf(parameter, itemIndex));
  if (found && 'failure' in found) throw found.failure;
  return found?.id;
}

function keyOf(parameter: string, itemIndex: number): string {
  return `${itemIndex} ${parameter}`;
}
