import type { Failure } from 'n8n-workflow';
import type { ErrorCode, PlatformError } from '../../../platform/errors/errors';

const CAUSES: Partial<Record<ErrorCode, Failure['cause']>> = {
  RATE_LIMITED: 'rate-limited',
  LOGIN_FAILED: 'credential-invalid',
  NOT_ALLOWED: 'configuration-invalid',
  NOT_FOUND: 'configuration-invalid',
  INVALID_VALUE: 'configuration-invalid',
  NOT_SUPPORTED: 'configuration-invalid',
};

/** The session has ended, and the next request logs in again; or the platform is down. */
const TEMPORARY_STATUSES: readonly unknown[] = [419, 440, 498, 502, 503, 504];

/**
 * Returns why a request failed in n8n's terms, by which its scheduler decides when to poll again; undefined if that is not known,
 * such as for a host that is not found. Without it, n8n takes every 401 and 403 for permanent, even those of a gateway.
 */
export function failureReason(error: PlatformError, code: ErrorCode): Failure | undefined {
  const { isTemporary, page, status, retryAfterMs } = error;
  const mayPass = isTemporary || page !== undefined || TEMPORARY_STATUSES.includes(status);
  const cause = mayPass && code !== 'RATE_LIMITED' ? 'temporarily-unavailable' : CAUSES[code];
  if (cause === 'rate-limited' || cause === 'temporarily-unavailable') {
    return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  return cause && { cause };
}
