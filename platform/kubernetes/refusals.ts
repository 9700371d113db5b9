import { HttpStatusError, type PlatformError } from '../errors';
import type { TextAnswer } from '../http/collectText';
import { statusError } from '../http/statusErrors';

const GUIDE =
  'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/cluster.md';

const ADDRESS_HINT =
  'Check "API Server" in the credential: it is the address that "kubectl cluster-info" calls the control plane.';

const HINTS: Record<number, string> = {
  301: ADDRESS_HINT,
  302: ADDRESS_HINT,
  307: ADDRESS_HINT,
  401: `The API server does not accept the token in the credential; it may have ended. Make a new one: ${GUIDE}`,
  403: `The account that the token belongs to lacks this right. The few rights it needs: ${GUIDE}`,
  404: ADDRESS_HINT,
};

/** The API server's own word that it does not have what was asked for; a gateway's page says nothing of it. */
export class NotInClusterError extends HttpStatusError {}

/** The error for an answer by which the API server refuses. */
export function clusterRefusal(
  url: URL,
  answer: TextAnswer,
  action: string,
  token: string,
): PlatformError {
  const error = statusError(url, answer, [token]);
  const Refusal = isNotFound(answer) ? NotInClusterError : HttpStatusError;
  return new Refusal(`The cluster did not ${action}: ${error.message}`, {
    hint: HINTS[answer.status] ?? error.hint,
    reach: 'answered',
    transient: error.transient,
    status: answer.status,
    retryAfterMs: error.retryAfterMs,
  });
}

function isNotFound({ status, text }: TextAnswer): boolean {
  if (status !== 404) return false;
  try {
    return (JSON.parse(text) as { kind?: unknown } | null)?.kind === 'Status';
  } catch {
    return false;
  }
}
