import { outcomeOf, type RunOutcome } from './outcome';

/** Which runs are wanted. */
export interface RunFilter {
  /** Those that go on are `running`, also while they wait; none for all. */
  states: ReadonlyArray<RunOutcome | 'running'>;
  /** When they began, at the earliest; epoch milliseconds. */
  sinceMs: number | undefined;
}

/** @param beginMs undefined for a run that has not begun, which counts as one since */
export function isWanted(
  { states, sinceMs }: RunFilter,
  status: string,
  beginMs?: number,
): boolean {
  const isRecent = sinceMs === undefined || beginMs === undefined || beginMs >= sinceMs;
  return isRecent && (states.length === 0 || states.includes(outcomeOf(status) ?? 'running'));
}
