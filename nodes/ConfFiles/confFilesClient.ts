import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type { ClusterCredentials, UploadTokenCredential } from '../../platform/confFiles/access';
import type { ConfFileService } from '../../platform/confFiles/service';
import { InvalidInputError } from '../../platform/common/errors/errors';
import type { KubernetesCredential } from '../../platform/cluster/access';
import { clientSource, type CredentialContext, readCredential } from '../shared/client/connect';
import { optionsField } from '../shared/parameters/collections';
import {
  type ItemParameters,
  NodeParameters,
  type ParameterSource,
  sourceOfExecution,
  sourceOfPoll,
} from '../shared/parameters/nodeParameters';
import { loadPlatform } from '../shared/client/loadPlatform';
import { readThroughField, uploadTokenFromField } from './fields';

const UPLOAD_TOKEN = 'dataPlatformUploadTokenApi';
const KUBERNETES = 'dataPlatformKubernetesApi';

/** The credential's test tries the upload token, then the local address. */
export const { test: testUploadTokenCredential } = clientSource<
  UploadTokenCredential,
  ConfFileService
>({
  credential: UPLOAD_TOKEN,
  addresses({ readConfFileAccess }, credential) {
    const { baseUrl, readRoute } = readConfFileAccess(credential);
    return readRoute ? [baseUrl, readRoute.address] : [baseUrl];
  },
  open: ({ connectConfFiles: open }, credential) => open(credential),
  testConnection: async (client) => await (await loadPlatform()).testConfFiles(client),
});

export async function connectConfFiles(execution: IExecuteFunctions): Promise<ConfFileService> {
  return await connect(execution, sourceOfExecution(execution));
}

export async function connectWatchedFiles(poll: IPollFunctions): Promise<ConfFileService> {
  return await connect(poll, sourceOfPoll(poll));
}

/** The parameters that decide which credentials are needed. Each operation has some of them. */
const CHOICES = [readThroughField, uploadTokenFromField, optionsField('', [uploadTokenFromField])];

async function connect(
  context: CredentialContext,
  source: ParameterSource,
): Promise<ConfFileService> {
  const cluster = await throughCluster(context, new NodeParameters(source, CHOICES).ofItem(0));
  const { connectConfFiles: open } = await loadPlatform(context.helpers);
  const credential = await readCredential(context, UPLOAD_TOKEN);
  return open(credential as unknown as UploadTokenCredential, cluster);
}

async function throughCluster(
  context: CredentialContext,
  parameters: ItemParameters,
): Promise<ClusterCredentials> {
  const isCluster = (path: string) => parameters.choice(path) === 'cluster';
  const reads = isCluster('readThrough');
  const changes = isCluster('uploadTokenFrom') || isCluster('options.uploadTokenFrom');
  if (!reads && !changes) return {};
  if (context.getNode().credentials?.[KUBERNETES] === undefined) throw noCredential();
  const credential = (await readCredential(context, KUBERNETES)) as unknown as KubernetesCredential;
  return {
    ...(reads && { readThrough: credential }),
    ...(changes && { uploadTokenFrom: credential }),
  };
}

function noCredential(): InvalidInputError {
  return new InvalidInputError(
    'No Kubernetes credential is selected',
    'Choose a Data Platform Kubernetes API credential in this node. It is needed to get files or the upload token through the cluster. Nothing was sent.',
  );
}

/** Equal to the number of connections. Each needs a few hundred kilobytes, for files of any size. */
export const CONCURRENT_TRANSFERS = 64;
