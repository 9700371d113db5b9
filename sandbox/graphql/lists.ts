import { badInput } from './errors';

export interface SearchPage {
  search?: string | null;
  first?: number | null;
  skip?: number | null;
}

/** Those whose names hold the searched text, a page of them. */
export function searched<T extends { name: string }>(
  list: T[],
  { search, first, skip }: SearchPage,
): T[] {
  const text = (search ?? '').toLowerCase();
  return part(
    list.filter(({ name }) => name.toLowerCase().includes(text)),
    first,
    skip,
  );
}

/** A page of a list; all of it where nothing is asked for. */
export function part<T>(list: T[], limit?: number | null, skip?: number | null): T[] {
  if ((limit ?? 0) < 0 || (skip ?? 0) < 0) throw badInput('limit and skip must not be negative');
  const from = skip ?? 0;
  return list.slice(from, limit === null || limit === undefined ? undefined : from + limit);
}

/** How often each value is there, in the order of the first of each. */
export function counted<T>(values: T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts];
}
