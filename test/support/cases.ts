import { randomNumbers } from './random';

/** `npm test` plays a sample of cases, `SEED=2 npm test` another sample, and `npm run test:all` and `npm run docs` all cases. */
const ALL = process.env.TEST_CASES === 'all' || process.env.UPDATE_DOCS === '1';
const SEED = Number(process.env.SEED ?? 1);

/** A test that is slow because its size or its wait is real. `npm test` has a smaller one in the same file. */
export const slowTest = ALL ? test : test.skip;

/** Number or size of random cases: in `npm test` a tenth, or `few`. */
export function cases(all: number, few = Math.ceil(all / 10)): number {
  return ALL ? all : few;
}

export function firstCases<T>(all: readonly T[], few = 1): T[] {
  return all.slice(0, ALL ? all.length : few);
}

/** In `npm test`, returns so many cases that each part of a case, such as its row and its column, occurs at least once. */
export function sampleOf<T>(all: readonly T[], ...parts: Array<(one: T) => unknown>): T[] {
  if (ALL) return [...all];
  const left = parts.map((part) => new Set(all.map(part)));
  const random = randomNumbers(SEED);
  const shuffled = all.map((one) => [random(), one] as const).sort(([a], [b]) => a - b);
  const played = shuffled.filter(([, one]) => {
    const adds = parts.map((part, n) => left[n]?.delete(part(one)));
    return adds.includes(true);
  });
  const sample = new Set(played.map(([, one]) => one));
  return all.filter((one) => sample.has(one));
}

/** Samples all rows in all columns. @returns rows by column */
export function sampleOfTable<R, C>(rows: readonly R[], columns: readonly C[]): Map<C, R[]> {
  const all = columns.flatMap((column) => rows.map((row) => ({ row, column })));
  const played = sampleOf(
    all,
    ({ row }) => row,
    ({ column }) => column,
  );
  const rowsOf = (column: C) => played.filter((one) => one.column === column).map(({ row }) => row);
  return new Map(columns.map((column) => [column, rowsOf(column)]));
}
