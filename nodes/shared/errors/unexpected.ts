import { LoggerProxy, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { PlatformError } from '../../../platform/errors/errors';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';

/** What was sent to the platform so far, for an item or for the whole node. */
export interface SendProgress {
  isRequestSent: boolean;
  isChangeSent: boolean;
  /** Whether the platform has answered that a change is made: of several changes, a later one may fail. */
  isChangeMade: boolean;
}

export function newSendProgress(): SendProgress {
  return { isRequestSent: false, isChangeSent: false, isChangeMade: false };
}

type SendCallbacks = Pick<CallOptions, 'onSent' | 'onMade'>;

/**
 * Keeps a `SendProgress` up to date: with each request that is sent, and each change that is made.
 * @param whole of the node as a whole: what is sent for an item is sent by the node
 */
export function trackSending(
  progress: SendProgress,
  whole: SendCallbacks = {},
): Required<SendCallbacks> {
  return {
    onSent(isChange) {
      progress.isRequestSent = true;
      progress.isChangeSent ||= isChange;
      whole.onSent?.(isChange);
    },
    onMade() {
      progress.isChangeMade = true;
      whole.onMade?.();
    },
  };
}

/**
 * An error that a user can read: one that nobody expected becomes a `PlatformError`, by how far the request got.
 * @param progress left out: it is not known whether anything was sent
 * @returns errors that are written for users as they are
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
      hint: `The disk may be full, or a file may have been removed. ${effect} Fix that, and then try again.`,
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

/** Errors that n8n throws itself are written for its users. Its classes differ from version to version. */
export function isN8nError(error: unknown): error is Error {
  return error instanceof Error && 'level' in error && 'tags' in error;
}

/** As "ENOSPC: no space left on device". */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** For the makers of this node: where it happened. The words may hold what the platform answered. */
function logUnexpected(error: unknown): void {
  const { name = typeof error, stack = '' } = error instanceof Error ? error : {};
  const frames = stack.split('\n').filter((line) => /^\s+at\s/.test(line));
  LoggerProxy.warn('Unexpected error in a data platform node', { name, frames });
}
