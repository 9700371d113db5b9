import type { PlatformError } from '../errors';
import type { Run } from './run';

/** How the wait for a run came out. */
export type Wait =
  | { ended: true; run: Run }
  /** Time is up. `run` is what was seen last, if anything; `failure` why nothing was seen since. */
  | { ended: false; run?: Run; failure?: PlatformError };
