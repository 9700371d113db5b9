import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type { ClusterCredentials, UploadTokenCredential } from '../../platform/confFiles/access';
import type { ConfFileService } from '../../platform/confFiles/service';
import { InvalidInputError } from '../../platform/common/errors/errors';
import type { KubernetesCredential } from '../../platform/cluster/access';
import {
  buildClientSource,
  type CredentialContext,
  readCredential,
} from '../shared/client/connect';
import { buildOptionsField } from '../shared/parameters/collections';
import {
  type ItemParameters,
  NodeParameters,
  type ParameterSource,
  createExecutionSource,
  createPollSource,
} from '../shared/parameters/nodeParameters';
import { loadPlatform } from '../shared/client/loadPlatform';
import { readThroughField, uploadTokenSourceField } from './fields';

const UPLOAD_TOKEN = 'dataPlatformUploadTokenApi';
const KUBERNETES = 'dataPlatformKubernetesApi';

export const { test: testUploadTokenCredential } = buildClientSource<
  UploadTokenCredential,
  ConfFileService
>({
  credential: UPLOAD_TOKEN,
  listAddresses({ readConfFileAccess }, credential) {
    const { baseUrl, readRoute } = readConfFileAccess(credential);
    return readRoute ? [baseUrl, readRoute.address] : [baseUrl];
  },
  open: ({ connectConfFiles: open }, credential) => open(credential),
  testConnection: async (client) => await (await loadPlatform()).testConfFiles(client),
});

export async function connectConfFiles(execution: IExecuteFunctions): Promise<ConfFileService> {
  return await connect(execution, createExecutionSource(execution));
}

export async function connectConfFilesForPoll(poll: IPollFunctions): Promise<ConfFileService> {
  return await connect(poll, createPollSource(poll));
}

/** The parameters that decide whether the node needs the Kubernetes credential. Each operation has at least one of them. */
const CREDENTIAL_CHOICES = [
  readThroughField,
  uploadTokenSourceField,
  buildOptionsField('', [uploadTokenSourceField]),
];

async function connect(
  context: CredentialContext,
  source: ParameterSource,
): Promise<ConfFileService> {
  const cluster = await readClusterCredentials(
    context,
    new NodeParameters(source, CREDENTIAL_CHOICES).forItem(0),
  );
  const { connectConfFiles: open } = await loadPlatform(context.helpers);
  const credential = await readCredential(context, UPLOAD_TOKEN);
  return open(credential as unknown as UploadTokenCredential, cluster);
}

async function readClusterCredentials(
  context: CredentialContext,
  parameters: ItemParameters,
): Promise<ClusterCredentials> {
  const usesCluster = (path: string) => parameters.choice(path) === 'cluster';
  const readsThrough = usesCluster('readThrough');
  const getsToken = usesCluster('uploadTokenFrom') || usesCluster('options.uploadTokenFrom');
  if (!readsThrough && !getsToken) return {};
  if (context.getNode().credentials?.[KUBERNETES] === undefined) throw missingCredentialError();
  const credential = (await readCredential(context, KUBERNETES)) as unknown as KubernetesCredential;
  return {
    ...(readsThrough && { readThrough: credential }),
    ...(getsToken && { uploadTokenFrom: credential }),
  };
}

function missingCredentialError(): InvalidInputError {
  return new InvalidInputError(
    'No Kubernetes credential is selected',
    'Choose a Data Platform Kubernetes API credential in this node. The node needs it to get files or the upload token through the cluster. Nothing was sent.',
  );
}

/** Equals the client's maximum number of connections. Each transfer needs a few hundred kilobytes of memory. */
export const MAX_CONCURRENT_TRANSFERS = 64;
