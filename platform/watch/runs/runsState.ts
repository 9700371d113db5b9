import type { DeadlineState } from '../deadlines/state';
import type { WatchState } from '../watch';

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
