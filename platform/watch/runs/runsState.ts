import type { DeadlineState } from '../deadlines/state';
import type { WatchState } from '../watch';

/** The state of one job or pipeline. Every run up to `lastNumber` has ended and was reported, or is in `open`. */
export interface ParentState {
  lastNumber: number;
  open?: readonly OpenRun[];
  /** Undefined if no deadline event was chosen. */
  deadlines?: DeadlineState;
}

export interface OpenRun {
  id: string;
  /** True if its start was reported. */
  isStarted: boolean;
  /** Number of polls in a row in which it was untracked. */
  untrackedPolls: number;
}

export type RunsState = WatchState<ParentState>;
