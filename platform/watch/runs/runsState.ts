import { fieldsOf } from '../../common/text/values';
import { isDeadlineState, type DeadlineState } from '../deadlines/state';
import { isListOf, readState, type WatchState } from '../watch';

/** The state of one job or pipeline that a trigger keeps. Every run up to `lastNumber` has ended and was reported, or is in `open`. */
export interface ParentState {
  lastNumber: number;
  /** Undefined if none is open. */
  open?: readonly OpenRun[];
  /** Undefined if no deadline event was chosen. */
  deadlines?: DeadlineState;
}

/** A run that has not ended. */
export interface OpenRun {
  id: string;
  /** Whether its start was reported. */
  isStarted: boolean;
  /** The number of polls in a row that have found it untracked; undefined for none. */
  untrackedPolls?: number;
}

export type RunsState = WatchState<ParentState>;

/** Reads a stored state; undefined for anything else. */
export function readRunsState(stored: unknown): RunsState | undefined {
  return readState(
    stored,
    ({ lastNumber, open, deadlines }) =>
      typeof lastNumber === 'number' &&
      (open === undefined || isListOf(open, isOpenRun)) &&
      (deadlines === undefined || isDeadlineState(deadlines)),
  );
}

function isOpenRun(value: unknown): boolean {
  const { id, isStarted } = fieldsOf(value);
  return typeof id === 'string' && typeof isStarted === 'boolean';
}
