import {
  CancelledError,
  ConnectionError,
  OutcomeUnknownError,
  PlatformError,
  TimeoutError,
  UnexpectedResponseError,
} from '../../errors/errors';
import { excerpt } from '../../text/text';
import { PageInsteadOfFileError } from '../listing/answeredPage';
import type { MountPath } from '../paths';

/** What became of one path. */
export interface SyncOutcome {
  path: MountPath;
  action: 'uploaded' | 'unchanged' | 'deleted' | 'failed';
  /** In bytes, where it is known. */
  size?: number;
  /** Why it failed. */
  failure?: PlatformError;
}

/** So many files in a row without a response of the service, each tried several times, tell that it is gone. */
const LOST_FILES_UNTIL_GIVING_UP = 3;

/** Works on many files: one that fails leaves the others alone, unless the service is no longer there. */
export class Attempts {
  private lostInARow = 0;

  async make(path: MountPath, work: () => Promise<SyncOutcome>): Promise<SyncOutcome> {
    if (this.lostInARow >= LOST_FILES_UNTIL_GIVING_UP) {
      return { path, action: 'failed', failure: notTried(path) };
    }
    try {
      const outcome = await work();
      this.lostInARow = 0;
      return outcome;
    } catch (error) {
      if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
      this.lostInARow = isLost(error) ? this.lostInARow + 1 : 0;
      return { path, action: 'failed', failure: error };
    }
  }
}

function isLost(error: PlatformError): boolean {
  if (error instanceof OutcomeUnknownError) return isLost(error.failure);
  if (error instanceof PageInsteadOfFileError) return true;
  if (error instanceof UnexpectedResponseError) return error.reach === 'unknown';
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

function notTried(path: MountPath): PlatformError {
  return new PlatformError(
    `${excerpt(path)} was not tried because the service stopped responding`,
    {
      hint: 'Run the workflow again when the service is back. Files that are already in place are not sent again.',
      reach: 'never',
    },
  );
}
