import { readTlsOptions, type TlsOptions } from '../tls/options';
import { InvalidInputError } from '../errors';
import { readAddress, readBaseUrl, readToken, required } from '../access';
import { isName } from './paths';

/** What a user types in to reach the configuration file service, as it comes from the credential. */
export interface UploadTokenCredential extends TlsOptions {
  baseUrl: string;
  customer: string;
  platformId: string;
  uploadToken: string;
  localAddress: string;
  uploadFormat: string;
}

/** The same, checked. */
export interface ConfFileAccess {
  /** Public address: create and delete (interface, section 4.6). */
  baseUrl: string;
  /** Address inside the cluster, or forwarded from there: list and retrieve. */
  localAddress: string;
  customer: string;
  platformId: string;
  uploadToken: string;
  uploadFormat: 'multipart' | 'binary';
  tls: TlsOptions;
}

/** @throws InvalidInputError naming the first field that cannot be used. */
export function readConfFileAccess(credential: UploadTokenCredential): ConfFileAccess {
  return {
    baseUrl: readBaseUrl(credential.baseUrl),
    localAddress: readLocalAddress(credential.localAddress),
    customer: readName(credential.customer, 'Customer'),
    platformId: readName(credential.platformId, 'Platform ID'),
    uploadToken: readToken(
      credential.uploadToken,
      'Upload Token',
      'A secret of the cluster shows it base64-encoded: decode it first.',
    ),
    uploadFormat: credential.uploadFormat === 'binary' ? 'binary' : 'multipart',
    tls: readTlsOptions(credential),
  };
}

/** May have any path below which the service answers, as that of a cluster's own proxy, but not the service's own one. */
function readLocalAddress(value: string): string {
  const { origin, path } = readAddress(value, 'Local Address');
  return origin + path.replace(/\/configuration(?:\/[^/]+){0,2}$/, '');
}

/** What stands between two slashes of an address. */
function readName(value: string, field: string): string {
  const name = required(value, field);
  if (isName(name)) return name;
  throw new InvalidInputError(
    `The ${field} cannot be part of an address`,
    `Copy "${field}" again as it stands in the addresses of configuration files. Nothing was sent.`,
  );
}
