import { listFirst } from '../../platform/common/text/amounts';
import { cleanName } from '../../platform/common/text/text';
import { type HintsContext, showHints } from '../shared/operation/hints';

const MAX_NAMES = 5;

export function hintAtLeftOut(execution: HintsContext, names: readonly string[]): void {
  if (names.length === 0) return;
  showHints(execution, { message: describeLeftOut(names), location: 'outputPane' });
}

export function hintAtIgnored(execution: HintsContext, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const message = `${paths.length} file(s) that operating systems or Git create were ignored: ${quoteNames(paths)}.`;
  showHints(execution, { message, location: 'outputPane' });
}

export function describeLeftOut(names: readonly string[]): string {
  return `${names.length} listed file(s) were left out because their names are not valid in a path: ${quoteNames(names)}.`;
}

function quoteNames(names: readonly string[]): string {
  const quoted = names.map((name) => `"${cleanName(name)}"`);
  return listFirst(quoted, MAX_NAMES);
}
