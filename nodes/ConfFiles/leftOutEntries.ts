import { listFirst } from '../../platform/common/text/amounts';
import { cleanName } from '../../platform/common/text/text';
import { type HintsContext, showHints } from '../shared/operation/hints';

const MAX_NAMES = 5;

export function hintAtLeftOut(execution: HintsContext, names: readonly string[]): void {
  if (names.length === 0) return;
  showHints(execution, { message: leftOutText(names), location: 'outputPane' });
}

export function hintAtIgnored(execution: HintsContext, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const message = `${paths.length} file(s) that systems or Git add were ignored: ${named(paths)}.`;
  showHints(execution, { message, location: 'outputPane' });
}

export function leftOutText(names: readonly string[]): string {
  return `${names.length} listed file(s) were left out because their names are not valid in a path: ${named(names)}.`;
}

function named(names: readonly string[]): string {
  const quoted = names.map((name) => `"${cleanName(name)}"`);
  return listFirst(quoted, MAX_NAMES);
}
