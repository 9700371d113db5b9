import { createSecureContext } from 'node:tls';
import { InvalidInputError } from '../../common/errors/errors';
import { excerpt } from '../../common/text/text';
import { CERTIFICATE_LABEL, readPem } from './pem';

export interface ClientCertificateFields {
  /** A certificate in PEM format, followed by the intermediate certificates of its authority. */
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
 * Returns undefined if the fields for the certificate and the key are empty.
 * @throws InvalidInputError if the certificate or key cannot be used; the error does not show their content
 */
export function readClientIdentity({
  clientCertificate = '',
  clientKey = '',
  passphrase = '',
}: ClientCertificateFields): ClientIdentity | undefined {
  const certificates = clientCertificate.trim() === '' ? clientKey : clientCertificate;
  if (certificates.trim() === '') return undefined;
  if (readPem(clientCertificate, KEY_LABEL).length > 0) {
    throw unusableError(
      'Client Certificate',
      'it contains a private key',
      'Paste the key into "Client Key", which is kept secret. Everyone who opened the credential may have seen the key.',
    );
  }
  const cert = readPem(certificates, CERTIFICATE_LABEL).join('');
  const [key] = readPem(clientKey, KEY_LABEL);
  if (cert === '') throw unreadableError('Client Certificate', 'CERTIFICATE');
  if (key === undefined) throw unreadableError('Client Key', 'PRIVATE KEY');
  const identity = { cert, key, ...(passphrase !== '' && { passphrase }) };
  try {
    createSecureContext(identity);
    return identity;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw unusableError(
      'Client Certificate or Client Key',
      'TLS does not accept them',
      `Check that they belong together, and that the certificate of the key comes first. If the key is encrypted, check "Passphrase". (${code}: ${excerpt(message, [passphrase], 200)})`,
    );
  }
}

const KEY_LABEL = /^(?:RSA |EC |ENCRYPTED )?PRIVATE KEY$/;

function unreadableError(field: string, label: string): InvalidInputError {
  return unusableError(
    field,
    'it is empty or cannot be read',
    `Paste the whole text in PEM format, from "-----BEGIN ${label}-----" to "-----END ${label}-----". Split a PKCS#12 file (.p12, .pfx) with "openssl pkcs12" first.`,
  );
}

function unusableError(field: string, why: string, hint: string): InvalidInputError {
  return new InvalidInputError(`The ${field} in the credential cannot be used: ${why}`, hint);
}
