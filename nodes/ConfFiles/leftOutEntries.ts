import { type HintsContext, showHints } from '../shared/operation/hints';

const MAX_NAMES = 5;

/** Adds a hint to the execution if a listing shows files whose names are not valid in a path. */
export function hintAtLeftOut(execution: HintsContext, names: readonly string[]): void {
  if (names.length === 0) return;
  showHints(execution, { message: leftOutText(names), location: 'outputPane' });
}

export function leftOutText(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${names.length} listed file(s) were left out because their names are not valid in a path: ${shown.join(', ')}${more}.`;
}
