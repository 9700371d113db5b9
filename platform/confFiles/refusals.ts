import { ConnectionError, HttpStatusError, type PlatformError } from '../errors';
import type { TextAnswer } from '../http/exchange';
import { statusError } from '../http/statusErrors';

const TOKEN_HINT =
  'Check the upload token in the credential. It is not the token of a login: it stands in the secret platform-common-conf-upload-token of the cluster, or in the log of the service.';

const HINTS: Record<number, string> = {
  401: TOKEN_HINT,
  403: TOKEN_HINT,
  404: 'There is no such path. Check it, and customer and platform ID in the credential.',
  413: 'The service, or a gateway in front of it, refuses files of this size. Ask an administrator of the platform to raise the limit.',
  507: 'The platform has no room left for this file. Delete files that are not needed, or ask an administrator for more room.',
};

/** The error for an answer by which the configuration file service refuses. */
export function refusal(
  url: URL,
  answer: TextAnswer,
  action: string,
  token: string,
): PlatformError {
  const error = statusError(url, answer, [token]);
  return new HttpStatusError(`The configuration file service did not ${action}: ${error.message}`, {
    hint: HINTS[answer.status] ?? error.hint,
    reach: 'answered',
    // A full disk stays full for longer than a moment.
    transient: error.transient && answer.status !== 507,
    status: answer.status,
    retryAfterMs: error.retryAfterMs,
  });
}

/** Whether the service said that there is no such path. */
export function isNotFound(error: unknown): boolean {
  return error instanceof HttpStatusError && error.status === 404;
}

/** The local address mostly leads through a forwarded port, which is the first thing to look at. */
export function unreachable(error: unknown, localAddress: string): unknown {
  if (!(error instanceof ConnectionError) || error.reach !== 'never') return error;
  return new ConnectionError(`The configuration file service is not reachable at ${localAddress}`, {
    hint: `Is the port forwarded? Run: kubectl -n platform-common port-forward service/platform-common-confservice 8080:80 — or give the address of that service inside the cluster. (${error.message})`,
    reach: 'never',
    transient: error.transient,
    cause: error,
  });
}
