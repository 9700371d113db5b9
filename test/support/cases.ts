const ALL = process.env.RANDOM_CASES === 'all';

/** How many of its random cases a test plays: a tenth beside the other tests, all in `npm run test:random`. */
export function cases(all: number): number {
  return ALL ? all : Math.ceil(all / 10);
}

/** Those of its random cases that a test plays: the first ones beside the other tests, all in `npm run test:random`. */
export function firstCases<T>(all: readonly T[], few = 1): T[] {
  return all.slice(0, ALL ? all.length : few);
}
