import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { InvalidInputError } from '../errors/errors';
import { certificatesIn, isPkcs12, readPem, whyUnreadable, type PemBlock } from './pem';

/** As they are typed in. */
export interface ClientCertificateFields {
  /** A PEM certificate, and those that lead from it to its authority. */
  clientCertificate?: string;
  /** Its private key in PEM form. */
  clientKey?: string;
  /** Of the private key, where that is encrypted. */
  passphrase?: string;
}

/** What Node's TLS takes to show who we are. */
interface ClientIdentity {
  cert: string;
  key: string;
  passphrase?: string;
}

const PKCS12_ADVICE =
  'Split it first: "openssl pkcs12 -in file.p12 -clcerts -nokeys" prints the certificate, "openssl pkcs12 -in file.p12 -nocerts -noenc" the key.';

/**
 * The client certificate of a credential, undefined where it has none. The certificate that belongs to the key comes
 * first, the others lead to its authority.
 * @throws InvalidInputError for values that cannot be used; it shows nothing of them
 */
export function clientIdentity(tls: ClientCertificateFields): ClientIdentity | undefined {
  const { clientCertificate = '', clientKey = '', passphrase = '' } = tls;
  if (clientCertificate.trim() === '' && clientKey.trim() === '') return undefined;
  const certificates = readCertificates(clientCertificate, clientKey);
  const { key, block } = readKey(clientKey, passphrase);
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (!own) {
    throw unusable(
      'Client Key',
      'it does not belong to the Client Certificate',
      'Paste a certificate and a key that belong together. Both must have the same public key.',
    );
  }
  const others = certificates.filter((certificate) => certificate !== own);
  const identity = {
    cert: [own, ...others].map(String).join(''),
    key: block.text,
    ...(block.isEncrypted && { passphrase }),
  };
  requireAcceptedByTls(identity);
  return identity;
}

/** The client certificate, for messages. */
export function clientCertificateOf(tls: ClientCertificateFields): X509Certificate | undefined {
  const identity = clientIdentity(tls);
  return identity && new X509Certificate(identity.cert);
}

function readCertificates(clientCertificate: string, clientKey: string): X509Certificate[] {
  if (clientCertificate.trim() === '') return certificatesBesideKey(clientKey);
  if (readPem(clientCertificate).some(isKey)) {
    throw unusable(
      'Client Certificate',
      'it contains a private key',
      'Paste the key into "Client Key", which is kept secret, and only the certificate into "Client Certificate". Everyone who opened the credential may have seen the key.',
    );
  }
  const certificates = certificatesIn(clientCertificate);
  if (!certificates) throw unreadable('Client Certificate', clientCertificate, 'CERTIFICATE');
  return certificates;
}

/** Programs often write both into one file, and that belongs into the field that is kept secret. */
function certificatesBesideKey(clientKey: string): X509Certificate[] {
  const certificates = readPem(clientKey).length > 1 ? certificatesIn(clientKey) : undefined;
  if (certificates) return certificates;
  throw unusable(
    'Client Key',
    'its Client Certificate is missing',
    'Paste the certificate that belongs to the key into "Client Certificate".',
  );
}

function readKey(clientKey: string, passphrase: string): { key: KeyObject; block: PemBlock } {
  if (clientKey.trim() === '') {
    throw unusable(
      'Client Certificate',
      'its Client Key is missing',
      'Paste the private key that belongs to the certificate into "Client Key".',
    );
  }
  const block = readPem(clientKey).find(isKey);
  if (!block) throw unreadable('Client Key', clientKey, 'PRIVATE KEY');
  if (block.isEncrypted && passphrase === '') {
    throw unusable(
      'Client Key',
      'it is encrypted, and the Passphrase is empty',
      'Fill in "Passphrase" in the credential.',
    );
  }
  try {
    return { key: createPrivateKey({ key: block.text, passphrase }), block };
  } catch {
    if (!block.isEncrypted) throw unreadable('Client Key', clientKey, 'PRIVATE KEY');
    throw unusable(
      'Client Key',
      'the Passphrase is wrong, or the key is encrypted in a way that is no longer supported',
      'Check "Passphrase" in the credential. If it is right, paste the key again, or encrypt it again: "openssl pkcs8 -topk8 -in old.key -out new.key", on a machine that can still read it.',
    );
  }
}

function isKey({ label }: PemBlock): boolean {
  return label.endsWith('PRIVATE KEY') && label !== 'OPENSSH PRIVATE KEY';
}

function unreadable(field: string, text: string, label: string): InvalidInputError {
  const advice = isPkcs12(text)
    ? PKCS12_ADVICE
    : `Paste it whole in PEM form, from "-----BEGIN ${label}-----" to "-----END ${label}-----".`;
  return unusable(field, whyUnreadable(text, label), advice);
}

/** Node refuses some certificates only when it is to use them. */
function requireAcceptedByTls(identity: ClientIdentity): void {
  try {
    createSecureContext(identity);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw unusable(
      'Client Certificate',
      'TLS does not accept it',
      `It must be a certificate for TLS clients, with RSA of at least 2048 bits or ECDSA, signed with SHA-256. (${code ?? message})`,
    );
  }
}

function unusable(field: string, why: string, hint: string): InvalidInputError {
  return new InvalidInputError(`The ${field} in the credential cannot be used: ${why}`, hint);
}
