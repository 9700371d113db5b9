import type { X509Certificate } from 'node:crypto';
import { ConnectionError, type Reach } from '../errors/errors';
import { excerpt } from '../text/text';
import { readAuthorities } from './authorities';
import { clientCertificateOf } from './clientIdentity';
import type { SeenServer, TlsFacts } from './facts';
import { OTHER_TLS_FAILURE, TLS_FAILURES, type TlsFailure } from './failures';
import type { TlsOptions } from './options';
import { tlsReason } from './reason';

/** What is known where TLS failed. */
interface TlsAttempt {
  /** As a user is told of it. */
  host: string;
  isProxy?: boolean;
  tls: TlsOptions;
  seen: SeenServer | undefined;
  reach: Reach;
}

/** The error for a connection whose encryption failed; undefined where that is not what failed. */
export function tlsError(error: unknown, attempt: TlsAttempt): ConnectionError | undefined {
  const reason = tlsReason(error);
  if (reason === undefined) return undefined;
  const facts = factsOf(attempt, reason);
  const failure = failureOf(facts);
  const { code = '', message } = error as NodeJS.ErrnoException;
  return failed(failure, facts, attempt.reach, {
    said: `${code}: ${excerpt(withoutInternals(message), [], 200)}`,
    cause: error,
  });
}

export function factsOf(
  { host, isProxy = false, tls, seen }: Omit<TlsAttempt, 'reach'>,
  reason: string,
): TlsFacts {
  const clientCertificate = isProxy ? undefined : clientCertificateOf(tls);
  return {
    host,
    isProxy,
    seen,
    reason,
    pastedAuthorities: readPastedAuthorities(tls),
    clientCertificate,
  };
}

export function failureOf(facts: TlsFacts): TlsFailure {
  return (
    TLS_FAILURES.find(
      ({ reasons, applies }) => reasons.includes(facts.reason) && (applies?.(facts) ?? true),
    ) ?? OTHER_TLS_FAILURE
  );
}

export function failed(
  { what, hint, transient }: TlsFailure,
  facts: TlsFacts,
  reach: Reach,
  { said, cause, status }: { said: string; cause?: unknown; status?: number },
): ConnectionError {
  // A host stands as it is, a proxy is called one.
  return new ConnectionError(what(facts).replace(/^the /, 'The '), {
    hint: `${hint(facts)} (${said})`,
    reach,
    transient: transient ?? false,
    cause,
    status,
  });
}

function readPastedAuthorities({ caCertificate = '' }: TlsOptions): X509Certificate[] {
  try {
    return readAuthorities(caCertificate);
  } catch {
    return [];
  }
}

/** Without addresses in memory, places in OpenSSL's source, and advice about options of Node. */
function withoutInternals(message: string): string {
  return message
    .replace(/; if the root CA is installed locally.*$/s, '')
    .replace(/^.*SSL routines:[^:]*:([^:]*):.*$/s, '$1');
}
