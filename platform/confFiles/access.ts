import { readTlsOptions, type TlsOptions } from '../http/tls/options';
import { InvalidInputError } from '../common/errors/errors';
import { isBlank, readAddress, readBaseUrl, readToken, requireText } from '../session/access';
import type { KubernetesCredential } from '../cluster/access';
import { createClusterRoute, createLocalRoute, type ReadRoute } from './readRoute';
import { isValidName } from './paths';
import {
  createClusterTokenSource,
  createCredentialTokenSource,
  type UploadTokenSource,
} from './uploadTokenSource';

export interface UploadTokenCredential extends TlsOptions {
  baseUrl: string;
  customer: string;
  platformId: string;
  uploadToken: string;
  localAddress: string;
  uploadFormat: string;
}

export interface ClusterCredentials {
  /** If set, files are listed and retrieved through the API server instead of the local address. */
  readThrough?: KubernetesCredential;
  /** If set, the upload token comes from the cluster's secret instead of the credential. */
  uploadTokenFrom?: KubernetesCredential;
}

export interface ConfFileAccess {
  /** The public address, for uploading and deleting (interface, section 4.6). */
  baseUrl: string;
  /** Undefined if the credential has no local address, and files are not read through the cluster. */
  readRoute: ReadRoute | undefined;
  customer: string;
  platformId: string;
  /** Undefined if the credential has no upload token, and none is read from the cluster. */
  tokenSource: UploadTokenSource | undefined;
  uploadFormat: 'multipart' | 'binary';
  tls: TlsOptions;
}

/**
 * The local address and the upload token may be empty until an operation needs them.
 * @throws InvalidInputError with the name of the first field that cannot be used
 */
export function readConfFileAccess(
  credential: UploadTokenCredential,
  { readThrough, uploadTokenFrom }: ClusterCredentials = {},
): ConfFileAccess {
  const tls = readTlsOptions(credential);
  return {
    baseUrl: readBaseUrl(credential.baseUrl),
    readRoute: readThrough ? createClusterRoute(readThrough) : readLocalRoute(credential, tls),
    customer: readUrlName(credential.customer, 'Customer'),
    platformId: readUrlName(credential.platformId, 'Platform ID'),
    tokenSource: uploadTokenFrom
      ? createClusterTokenSource(uploadTokenFrom)
      : readTokenSource(credential),
    uploadFormat: credential.uploadFormat === 'binary' ? 'binary' : 'multipart',
    tls,
  };
}

function readLocalRoute(
  { localAddress }: UploadTokenCredential,
  tls: TlsOptions,
): ReadRoute | undefined {
  if (isBlank(localAddress)) return undefined;
  const { origin, path } = readAddress(localAddress, 'Local Address');
  // Keeps the path of a proxy in front of the service, and removes the path of the service itself.
  return createLocalRoute(origin + path.replace(/\/configuration(?:\/[^/]+){0,2}$/, ''), tls);
}

function readTokenSource({ uploadToken }: UploadTokenCredential): UploadTokenSource | undefined {
  if (isBlank(uploadToken)) return undefined;
  const hint = 'The cluster’s secret contains it Base64-encoded. Decode it first.';
  return createCredentialTokenSource(readToken(uploadToken, 'Upload Token', hint));
}

function readUrlName(value: string, field: string): string {
  const name = requireText(value, field);
  if (isValidName(name)) return name;
  throw new InvalidInputError(
    `The ${field} is not valid in a URL`,
    `Copy "${field}" again from the address of a configuration file. Nothing was sent.`,
  );
}
