import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { InvalidInputError } from '../../common/errors/errors';
import { readClientIdentity, type ClientCertificateFields } from './clientIdentity';
import { CERTIFICATE_LABEL, readPem } from './pem';

export interface TlsOptions extends ClientCertificateFields {
  allowUnauthorizedCerts?: boolean;
  /** PEM certificates that are trusted in addition to the public ones. */
  caCertificate?: string;
}

export function readTlsOptions(credential: TlsOptions): Required<TlsOptions> {
  return {
    allowUnauthorizedCerts: credential.allowUnauthorizedCerts === true,
    caCertificate: credential.caCertificate ?? '',
    clientCertificate: credential.clientCertificate ?? '',
    clientKey: credential.clientKey ?? '',
    passphrase: credential.passphrase ?? '',
  };
}

/** @throws InvalidInputError if a certificate or key cannot be used */
export function buildTlsConnectOptions(options: TlsOptions) {
  return { ...buildTrustOptions(options), ...readClientIdentity(options) };
}

/** Returns the options without the client certificate, which a proxy never gets. */
export function buildTrustOptions({ allowUnauthorizedCerts, caCertificate = '' }: TlsOptions) {
  return {
    ...(allowUnauthorizedCerts === true && { rejectUnauthorized: false }),
    ...(caCertificate.trim() !== '' && {
      ca: [...listPublicAuthorities(), ...readAuthorities(caCertificate)],
      // Some users have only the certificate of an intermediate authority.
      allowPartialTrustChain: true,
    }),
  };
}

function listPublicAuthorities(): readonly string[] {
  // Only newer versions of Node have this function. Its result includes the certificates of NODE_EXTRA_CA_CERTS.
  return typeof tls.getCACertificates === 'function'
    ? tls.getCACertificates('default')
    : tls.rootCertificates;
}

/** @throws InvalidInputError if there is no certificate, or if one cannot be read */
export function readAuthorities(pasted: string): string[] {
  try {
    const blocks = readPem(pasted, CERTIFICATE_LABEL);
    if (blocks.length > 0) return blocks.map((block) => new X509Certificate(block).toString());
  } catch {
    // The message of OpenSSL does not help the user: it is about the encoding.
  }
  throw new InvalidInputError(
    'The CA certificate in the credential cannot be read',
    'Paste the whole certificate in PEM format, from "-----BEGIN CERTIFICATE-----" to "-----END CERTIFICATE-----".',
  );
}
