/** The other side ended the connection without a word. */
export const CLOSED = 'closed';

/**
 * What went wrong with TLS, in a form that does not depend on the version of OpenSSL: `alert 48` for what the other side
 * said, else OpenSSL's or Node's name, as `CERT_HAS_EXPIRED` or `ERR_SSL_WRONG_VERSION_NUMBER`; undefined where the error
 * is about something else.
 */
export function tlsReason(error: unknown): string | undefined {
  const { code, message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (typeof code !== 'string') return undefined;
  const alert = /\bSSL alert number (\d{1,3})\b/.exec(message);
  if (alert) return `alert ${alert[1]}`;
  // Where writing fails, only the words tell why.
  const said = /\bSSL routines:[^:]*:([^:]+):/.exec(message)?.[1];
  if (said) return `ERR_SSL_${said.trim().toUpperCase().replace(/\W+/g, '_')}`;
  if (code === 'UNSPECIFIED') return message;
  if (code === 'ECONNRESET') return CLOSED;
  return VERIFICATION.has(code) || /^ERR_(?:SSL|TLS)_/.test(code) || code === 'EPROTO'
    ? code
    : undefined;
}

/** What Node calls the outcomes of judging a certificate. */
const VERIFICATION = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
