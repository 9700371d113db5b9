import { LoggerProxy, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { PlatformError } from '../../../platform/common/errors/errors';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';

/** Whether requests and changes were sent so far, for an item or for the whole node. */
export interface SendProgress {
  isRequestSent: boolean;
  isChangeSent: boolean;
  /** Whether a response showed that a change was made. A later request of the same item may still fail. */
  isChangeMade: boolean;
}

export function newSendProgress(): SendProgress {
  return { isRequestSent: false, isChangeSent: false, isChangeMade: false };
}

type SendCallbacks = Pick<CallOptions, 'onAttempt' | 'onMade'>;

/**
 * Returns call options that keep a `SendProgress` up to date.
 * @param whole options that track the node as a whole, which are called as well
 */
export function trackSending(
  progress: SendProgress,
  whole: SendCallbacks = {},
): Required<SendCallbacks> {
  return {
    onAttempt(isChange) {
      progress.isRequestSent = true;
      progress.isChangeSent ||= isChange;
      whole.onAttempt?.(isChange);
    },
    onMade() {
      progress.isChangeMade = true;
      whole.onMade?.();
    },
  };
}

/**
 * Returns an unexpected error as a `PlatformError` that says how far the request got.
 * @param progress undefined if it is unknown whether anything was sent
 * @returns an error that is written for users as it is
 */
export function explainUnexpected(error: unknown, progress?: SendProgress): unknown {
  if (error instanceof PlatformError || isN8nError(error)) return error;
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  logUnexpected(error);
  const mayBeDone = progress?.isChangeSent ?? true;
  const details = { effect: mayBeDone ? 'unknown' : 'none' } as const;
  const effect = effectOf(progress);
  if (isSystemError(error)) {
    return new PlatformError(`The machine that n8n runs on reported: ${error.message}`, {
      ...details,
      hint: `Its disk may be full, a file may have been removed, or n8n's storage may be down. ${effect} Fix that, and then try again.`,
    });
  }
  const report =
    'report it to the maintainers of this node, with the operation and the version of the platform.';
  if (progress && !progress.isRequestSent) {
    return new PlatformError('The values of this item could not be read', {
      ...details,
      hint: `One of them has an unknown format. ${effect} Check the expressions; if they are right, ${report}`,
    });
  }
  return new PlatformError('The response of the platform could not be read', {
    ...details,
    hint: `It has an unknown format. ${effect} Then try again. The HTTP Request node with this credential shows the response as received. If this happens again, ${report}`,
  });
}

function effectOf(progress: SendProgress | undefined): string {
  if (!progress) {
    return 'If the operation changes something, check the platform first. The change may have been made.';
  }
  if (progress.isChangeSent)
    return 'Check the platform first. The change was sent and may have been made.';
  return progress.isRequestSent ? 'Nothing was changed.' : 'Nothing was sent.';
}

/** Recognizes n8n's own errors, which are written for users. Their classes differ from version to version. */
export function isN8nError(error: unknown): error is Error {
  return error instanceof Error && 'level' in error && 'tags' in error;
}

/** Recognizes errors such as "ENOSPC: no space left on device". */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** Logs where the error happened, without its message: that may contain data of the platform. */
function logUnexpected(error: unknown): void {
  const { name = typeof error, stack = '' } = error instanceof Error ? error : {};
  const frames = stack.split('\n').filter((line) => /^\s+at\s/.test(line));
  LoggerProxy.warn('Unexpected error in a data platform node', { name, frames });
}
