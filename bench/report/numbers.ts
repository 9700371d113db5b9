export const BLANK = '–';

export function whole(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value)) : BLANK;
}

/** Three figures that mean something. */
export function significant(value: number): string {
  if (!Number.isFinite(value)) return BLANK;
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

export function duration(seconds: number): string {
  return seconds < 1 ? `${significant(seconds * 1000)} ms` : `${significant(seconds)} s`;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
}
