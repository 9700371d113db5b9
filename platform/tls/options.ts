import { authorities } from './authorities';
import { clientIdentity, type ClientCertificateFields } from './clientIdentity';

/** How a server's certificate is judged, and what is shown to a server that asks who we are. */
export interface TlsOptions extends ClientCertificateFields {
  /** Accept any certificate. */
  allowUnauthorizedCerts?: boolean;
  /** PEM certificates of private authorities, trusted beside the public ones. */
  caCertificate?: string;
  /** The name that the server's certificate has to have, where that is not the host's. */
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
export function tlsConnectOptions(tls: TlsOptions) {
  const { serverName = '' } = tls;
  return {
    ...trustOptions(tls),
    ...(serverName !== '' && { servername: serverName }),
    ...clientIdentity(tls),
  };
}

/** The part of it that is for whoever stands in between, as a proxy: our certificate is not for them. */
export function trustOptions({ allowUnauthorizedCerts, caCertificate = '' }: TlsOptions) {
  return {
    ...(allowUnauthorizedCerts === true && { rejectUnauthorized: false }),
    ...(caCertificate.trim() !== '' && {
      ca: authorities(caCertificate),
      // An authority need not be a root: one in between may be all that somebody has been given.
      allowPartialTrustChain: true,
    }),
  };
}
