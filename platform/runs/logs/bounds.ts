export interface TextLine {
  value: string;
}

/** n8n's editor cannot show more lines. */
export const MAX_LINES = 100_000;
/** Larger logs would fill the memory of n8n. */
export const MAX_LOG_CHARACTERS = 20_000_000;

/**
 * Keeps as many whole lines as fit, counted from the first or from the last line. If that line alone does not fit, it is cut,
 * with `…` at the cut.
 */
export function keepFittingLines<Line extends TextLine>(
  lines: Line[],
  end: 'first' | 'last',
  maxCharacters: number,
): { lines: Line[]; isCut: boolean } {
  const keepsLast = end === 'last';
  let left = maxCharacters;
  let count = 0;
  while (count < lines.length) {
    const { value } = lines.at(keepsLast ? -1 - count : count) as Line;
    if (value.length > left) break;
    left -= value.length + 1;
    count++;
  }
  if (count === lines.length) return { lines, isCut: false };
  if (count > 0)
    return { lines: keepsLast ? lines.slice(-count) : lines.slice(0, count), isCut: true };
  const line = lines.at(keepsLast ? -1 : 0) as Line;
  const { value } = line;
  const cut = keepsLast
    ? `…${value.slice(1 - maxCharacters)}`
    : `${value.slice(0, maxCharacters - 1)}…`;
  return { lines: [{ ...line, value: cut }], isCut: true };
}

/** These bounds apply to the log in the output of a failed run. */
const MAX_LINE_CHARACTERS = 10_000;
const MAX_TAIL_CHARACTERS = 100_000;

interface Tail {
  lines: readonly TextLine[];
  /** True if earlier lines were already left out. */
  isTooLarge?: boolean;
}

/** Bounds the last lines of a log. Marks show where text was left out. */
export function boundTail({ lines, isTooLarge }: Tail): string[] {
  const short = lines.map(({ value }) => {
    const more = value.length - MAX_LINE_CHARACTERS;
    return {
      value: more > 0 ? `${value.slice(0, MAX_LINE_CHARACTERS)}… (${more} more characters)` : value,
    };
  });
  const kept = keepFittingLines(short, 'last', MAX_TAIL_CHARACTERS);
  const values = kept.lines.map(({ value }) => value);
  return isTooLarge || kept.isCut ? ['… (earlier lines left out)', ...values] : values;
}
