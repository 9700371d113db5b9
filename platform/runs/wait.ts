import type { PlatformError } from '../errors';
import type { Run } from './run';

/** How the wait for a run came out. */
export type Wait =
  | { ended: true; run: Run }
  /** Time is up. `run` is what was seen last, if anything. */
  | { ended: false; run?: Run; unread?: Unread };

/** That a run could not be read for so long that nobody knows whether it has ended. */
export interface Unread {
  /** Since then; epoch milliseconds. */
  sinceMs: number;
  /** Undefined where no answer came. */
  failure?: PlatformError;
}
