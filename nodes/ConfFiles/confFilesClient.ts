import type {
  IAllExecuteFunctions,
  ICredentialDataDecryptedObject,
  ICredentialsDecrypted,
  ICredentialTestFunctions,
  INodeCredentialTestResult,
} from 'n8n-workflow';
import type * as PlatformApi from '../../platform';
import { credentialTestResult } from '../shared/credentialTest';
import { loadPlatform } from '../shared/loadPlatform';

/** The platform's functions and the service that the node's credential leads to. */
export interface ConfFilesClient {
  api: typeof PlatformApi;
  service: PlatformApi.ConfFileService;
}

export async function connectConfFiles(
  context: Pick<IAllExecuteFunctions, 'getCredentials'>,
): Promise<ConfFilesClient> {
  return await connect(await context.getCredentials('dataPlatformUploadTokenApi'));
}

/** The button "Test" of the credential: lists the top folder at the local address. */
export async function testUploadTokenCredential(
  this: ICredentialTestFunctions,
  credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
  return await credentialTestResult(async () => {
    const { service } = await connect(credential.data ?? {});
    await service.list('/');
  });
}

async function connect(credential: ICredentialDataDecryptedObject): Promise<ConfFilesClient> {
  const api = await loadPlatform();
  return {
    api,
    service: api.ConfFileService.connect(
      credential as unknown as PlatformApi.UploadTokenCredential,
    ),
  };
}
