import { type HintsContext, showHints } from '../shared/operation/hints';

const MAX_NAMES = 5;

interface LeftOutEntries {
  /** To be given to a listing as `onLeftOut`. */
  add(name: string): void;
  /** Adds a hint to the execution where entries were left out. */
  showHint(): void;
}

/** Collects the names of files that a listing shows and that cannot be asked for. */
export function leftOutEntries(execution: HintsContext): LeftOutEntries {
  const names: string[] = [];
  let count = 0;
  return {
    add(name) {
      count++;
      if (names.length < MAX_NAMES) names.push(name);
    },
    showHint() {
      if (count > 0) {
        showHints(execution, { message: leftOutText(names, count), location: 'outputPane' });
      }
    },
  };
}

export function leftOutText(names: readonly string[], count: number): string {
  const shown = names.map((name) => `"${name}"`).join(', ');
  const more = count > names.length ? ` and ${count - names.length} more` : '';
  return `${count} listed file(s) were left out because their names are not valid in a path: ${shown}${more}.`;
}
