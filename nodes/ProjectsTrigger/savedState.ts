import type { IPollFunctions } from 'n8n-workflow';
import { readAppsState, type AppsState } from '../../platform/appEvents/watchState';
import { readWatchState, type WatchState } from '../../platform/runEvents/watchState';
import { warnOfLostState } from '../shared/polling/polling';

interface SavedState {
  /** Undefined if the node watched apps before, or nothing yet. */
  runs?: WatchState;
  apps?: AppsState;
}

/** Reads what the last poll left. If that is the state of an unknown version, the trigger starts over and says so in n8n's log. */
export function readSavedState(poll: IPollFunctions): SavedState {
  const { runs: stored } = poll.getWorkflowStaticData('node');
  const [runs, apps] = [readWatchState(stored), readAppsState(stored)];
  if (stored !== undefined && !runs && !apps) warnOfLostState(poll);
  return { runs, apps };
}
