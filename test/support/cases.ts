import { randomNumbers } from './random';

/**
 * `npm run test:all` plays whole what `npm test` plays a sample of. The sample is the same each time; `SEED=2 npm test` plays
 * another. What is written anew is written of all.
 */
const ALL = process.env.TEST_CASES === 'all' || process.env.UPDATE_DOCS === '1';
const SEED = Number(process.env.SEED ?? 1);

/** A test that takes its time because its size or its wait is real. A smaller one in the same file tries the same in `npm test`. */
export const slowTest = ALL ? test : test.skip;

/** How many of its random cases a test plays, or how large they are: in `npm test` a tenth, or so few. */
export function cases(all: number, few = Math.ceil(all / 10)): number {
  return ALL ? all : few;
}

/** Those of its cases that a test plays: the first ones in `npm test`. */
export function firstCases<T>(all: readonly T[], few = 1): T[] {
  return all.slice(0, ALL ? all.length : few);
}

/**
 * The cases of a large table that a test plays. In `npm test`, just so many that each part of a case, as its row and its
 * column, is played at least once.
 */
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

/** The same of all rows in all columns: the rows that are played in each column. */
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
