import { randomNumbers } from './random';

/** `npm test` runs a sample of cases, `SEED=2 npm test` another sample. `npm run test:all` and `npm run docs` run all cases. */
const RUNS_ALL_CASES = process.env.TEST_CASES === 'all' || process.env.UPDATE_DOCS === '1';
const SEED = Number(process.env.SEED ?? 1);

/** Defines a slow test with a realistic size or wait, which `npm test` skips. A smaller test is in the same file. */
export const slowTest = RUNS_ALL_CASES ? test : test.skip;

/** Returns the number or size of random cases. In `npm test`, it is a tenth of `all`, or `few`. */
export function cases(all: number, few = Math.ceil(all / 10)): number {
  return RUNS_ALL_CASES ? all : few;
}

/** Returns all cases. In `npm test`, it returns only the first ones. */
export function takeFirstCases<T>(all: readonly T[], few = 1): T[] {
  return all.slice(0, RUNS_ALL_CASES ? all.length : few);
}

/** Returns all cases. In `npm test`, it returns a random sample in which each value of each part, such as the row or the column, occurs at least once. */
export function takeSample<T>(all: readonly T[], ...parts: Array<(entry: T) => unknown>): T[] {
  if (RUNS_ALL_CASES) return [...all];
  const missingValues = parts.map((part) => new Set(all.map(part)));
  const random = randomNumbers(SEED);
  const shuffled = all.map((entry) => [random(), entry] as const).sort(([a], [b]) => a - b);
  const chosen = shuffled.filter(([, entry]) => {
    const adds = parts.map((part, n) => missingValues[n]?.delete(part(entry)));
    return adds.includes(true);
  });
  const sample = new Set(chosen.map(([, entry]) => entry));
  return all.filter((entry) => sample.has(entry));
}

/** Takes a sample of the cells of a table in which each row and each column occurs. @returns chosen rows by column */
export function takeTableSample<R, C>(rows: readonly R[], columns: readonly C[]): Map<C, R[]> {
  const all = columns.flatMap((column) => rows.map((row) => ({ row, column })));
  const cells = takeSample(
    all,
    ({ row }) => row,
    ({ column }) => column,
  );
  const listRows = (column: C) =>
    cells.filter((cell) => cell.column === column).map(({ row }) => row);
  return new Map(columns.map((column) => [column, listRows(column)]));
}
