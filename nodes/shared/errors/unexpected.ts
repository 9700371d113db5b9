import { LoggerProxy, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { PlatformError, UnexpectedError } from '../../../platform/errors/errors';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';

/** What has left for the platform so far, for an item or for the whole node. */
export interface Sent {
  isRequest: boolean;
  isChange: boolean;
  /** Whether the platform has answered that a change is made: of several changes, a later one may fail. */
  isMade: boolean;
}

export function nothingSent(): Sent {
  return { isRequest: false, isChange: false, isMade: false };
}

type Noting = Pick<CallOptions, 'onSent' | 'onMade'>;

/**
 * Notes each request that leaves, and each change that is made.
 * @param whole of the node as a whole: what is sent for an item is sent by the node
 */
export function noteSent(sent: Sent, whole: Noting = {}): Required<Noting> {
  return {
    onSent(isChange) {
      sent.isRequest = true;
      sent.isChange ||= isChange;
      whole.onSent?.(isChange);
    },
    onMade() {
      sent.isMade = true;
      whole.onMade?.();
    },
  };
}

/**
 * An error as this node words it: one that nobody expected is told by how far the request got.
 * @param sent left out: it is not known whether anything was sent
 * @returns errors that are worded already as they are
 */
export function worded(error: unknown, sent?: Sent): unknown {
  if (error instanceof PlatformError || isN8nError(error)) return error;
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  logUnexpected(error);
  const mayBeDone = sent?.isChange ?? true;
  const details = { reach: mayBeDone ? 'unknown' : 'never' } as const;
  const effect = effectOf(sent);
  if (isSystemError(error)) {
    return new UnexpectedError(`The machine that n8n runs on reported: ${error.message}`, {
      ...details,
      hint: `The disk may be full, or a file may have been removed. ${effect} Fix that, and then try again.`,
    });
  }
  const report =
    'report it to the maintainers of this node, with the operation and the version of the platform.';
  if (sent && !sent.isRequest) {
    return new UnexpectedError('The values of this item could not be read', {
      ...details,
      hint: `One of them has an unknown format. ${effect} Check the expressions; if they are right, ${report}`,
    });
  }
  return new UnexpectedError('The response of the platform could not be read', {
    ...details,
    hint: `It has an unknown format. ${effect} Then try again. If this happens again, ${report}`,
  });
}

function effectOf(sent: Sent | undefined): string {
  if (!sent) {
    return 'If the operation changes something, check the platform first. The change may have been made.';
  }
  if (sent.isChange) return 'Check the platform first. The change was sent and may have been made.';
  return sent.isRequest ? 'Nothing was changed.' : 'Nothing was sent.';
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
