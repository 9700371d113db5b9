import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { InvalidInputError } from '../../common/errors/errors';
import { clientIdentity, type ClientCertificateFields } from './clientIdentity';
import { CERTIFICATE, readPem } from './pem';

/** How a server's certificate is judged, and what is shown to a server that asks who we are. */
export interface TlsOptions extends ClientCertificateFields {
  /** Accept any certificate. */
  allowUnauthorizedCerts?: boolean;
  /** PEM certificates of private authorities, trusted in addition to the public ones. */
  caCertificate?: string;
  /** The name that the server's certificate has to have, if it is not the host's. */
  serverName?: string;
}

/** The fields of a credential that are about TLS, as they are. */
export function readTlsOptions(credential: TlsOptions): Required<TlsOptions> {
  return {
    allowUnauthorizedCerts: credential.allowUnauthorizedCerts === true,
    caCertificate: credential.caCertificate ?? '',
    serverName: credential.serverName ?? '',
    clientCertificate: credential.clientCertificate ?? '',
    clientKey: credential.clientKey ?? '',
    passphrase: credential.passphrase ?? '',
  };
}

/**
 * Options for Node's TLS: the certificates to trust, or none to judge, and the certificate to show.
 * @throws InvalidInputError for a certificate or key that cannot be used
 */
export function tlsConnectOptions(options: TlsOptions) {
  const { serverName = '' } = options;
  return {
    ...trustOptions(options),
    ...(serverName !== '' && { servername: serverName }),
    ...clientIdentity(options),
  };
}

/** Returns the options for a proxy, which never gets our certificate. */
export function trustOptions({ allowUnauthorizedCerts, caCertificate = '' }: TlsOptions) {
  return {
    ...(allowUnauthorizedCerts === true && { rejectUnauthorized: false }),
    ...(caCertificate.trim() !== '' && {
      ca: [...publicAuthorities(), ...readAuthorities(caCertificate)],
      // An intermediate authority may be all that a user has.
      allowPartialTrustChain: true,
    }),
  };
}

function publicAuthorities(): readonly string[] {
  // Also holds NODE_EXTRA_CA_CERTS; older versions of Node lack it.
  return typeof tls.getCACertificates === 'function'
    ? tls.getCACertificates('default')
    : tls.rootCertificates;
}

/** Returns the certificates in "CA Certificate". @throws InvalidInputError if one of them cannot be read */
export function readAuthorities(pasted: string): string[] {
  try {
    const blocks = readPem(pasted, CERTIFICATE);
    if (blocks.length > 0) return blocks.map((block) => new X509Certificate(block).toString());
  } catch {
    // OpenSSL's text is about the encoding.
  }
  throw new InvalidInputError(
    'The CA certificate in the credential cannot be read',
    'Paste the whole certificate in PEM format, from "-----BEGIN CERTIFICATE-----" to "-----END CERTIFICATE-----".',
  );
}
