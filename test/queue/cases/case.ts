import type { Setting } from '../setting';

/** How much is done: everything, or what CI has time for. */
export interface Size {
  calls: number;
  uploads: number;
  lostAnswers: number;
  killed: number;
}

export interface Case {
  /** Promise to a user that the case tests. */
  name: string;
  /** Whether CI has time for it. */
  isShort: boolean;
  /** Gives what was measured, for the report. */
  run(setting: Setting, size: Size): Promise<string>;
}

/** How many there are of each, as "3 error, 17 success". */
export function counted(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => `${count} ${value}`)
    .sort()
    .join(', ');
}
