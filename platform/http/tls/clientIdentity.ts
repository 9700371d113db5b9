import { createSecureContext } from 'node:tls';
import { InvalidInputError } from '../../common/errors/errors';
import { excerpt } from '../../common/text/text';
import { CERTIFICATE, readPem } from './pem';

export interface ClientCertificateFields {
  /** A PEM certificate, followed by those between it and its authority. */
  clientCertificate?: string;
  /** The private key in PEM format. If `clientCertificate` is empty, this field also contains the certificate. */
  clientKey?: string;
  passphrase?: string;
}

interface ClientIdentity {
  cert: string;
  key: string;
  passphrase?: string;
}

/**
 * Returns undefined if the credential has no client certificate.
 * @throws InvalidInputError if it cannot be used; the error does not show the values
 */
export function clientIdentity({
  clientCertificate = '',
  clientKey = '',
  passphrase = '',
}: ClientCertificateFields): ClientIdentity | undefined {
  const certificates = clientCertificate.trim() === '' ? clientKey : clientCertificate;
  if (certificates.trim() === '') return undefined;
  if (readPem(clientCertificate, KEY).length > 0) {
    throw unusable(
      'Client Certificate',
      'it contains a private key',
      'Paste the key into "Client Key", which is kept secret. Everyone who opened the credential may have seen the key.',
    );
  }
  const cert = readPem(certificates, CERTIFICATE).join('');
  const [key] = readPem(clientKey, KEY);
  if (cert === '') throw unreadable('Client Certificate', 'CERTIFICATE');
  if (key === undefined) throw unreadable('Client Key', 'PRIVATE KEY');
  const identity = { cert, key, ...(passphrase !== '' && { passphrase }) };
  try {
    createSecureContext(identity);
    return identity;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw unusable(
      'Client Certificate or Client Key',
      'TLS does not accept them',
      `Check that they belong together, and that the certificate of the key comes first. If the key is encrypted, check "Passphrase". (${code}: ${excerpt(message, [passphrase], 200)})`,
    );
  }
}

const KEY = /^(?:RSA |EC |ENCRYPTED )?PRIVATE KEY$/;

function unreadable(field: string, label: string): InvalidInputError {
  return unusable(
    field,
    'it is empty or cannot be read',
    `Paste it whole in PEM format, from "-----BEGIN ${label}-----" to "-----END ${label}-----". Split a PKCS#12 file (.p12, .pfx) with "openssl pkcs12" first.`,
  );
}

function unusable(field: string, why: string, hint: string): InvalidInputError {
  return new InvalidInputError(`The ${field} in the credential cannot be used: ${why}`, hint);
}
