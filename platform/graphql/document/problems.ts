import { excerpt } from '../../text/text';

const MOST_SHOWN = 15;

/** What is wrong with something, a line each; the first of them where there are many. */
export function problemLines(problems: readonly string[], secrets: readonly string[] = []): string {
  const shown = problems.slice(0, MOST_SHOWN).map((problem) => excerpt(problem, secrets));
  const others = problems.length - shown.length;
  return [...shown, ...(others > 0 ? [`… and ${others} more`] : [])].join('\n');
}
