import type { DeadlineState } from '../deadlines/state';
import type { WatchState } from '../watch';

/** The state of one job or pipeline. Of the runs up to `lastNumber`, only those in `open` can have more events. */
export interface ParentState {
  lastNumber: number;
  open?: readonly OpenRun[];
  /** Undefined if no deadline event was chosen. */
  deadlines?: DeadlineState;
}

export interface OpenRun {
  id: string;
  /** True if it has started, so its start is not reported again. */
  isStarted: boolean;
  /** Number of polls in a row in which it was untracked. */
  untrackedPolls: number;
}

export type RunsState = WatchState<ParentState>;
