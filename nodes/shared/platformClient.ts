import type {
  IAllExecuteFunctions,
  ICredentialDataDecryptedObject,
  ICredentialsDecrypted,
  ICredentialTestFunctions,
  INodeCredentialTestResult,
} from 'n8n-workflow';
import type * as PlatformApi from '../../platform';
import { loadPlatform } from './loadPlatform';
import { credentialTestResult } from './credentialTest';

/** The platform's functions and the connection that the node's credential gives. */
export interface PlatformClient {
  api: typeof PlatformApi;
  platform: PlatformApi.Platform;
}

export async function connectPlatform(
  context: Pick<IAllExecuteFunctions, 'getCredentials'>,
): Promise<PlatformClient> {
  return await connect(await context.getCredentials('dataPlatformApi'));
}

/** The button "Test" of the credential: logs in and lists the projects. */
export async function testPlatformCredential(
  this: ICredentialTestFunctions,
  credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
  return await credentialTestResult(async () => {
    const { api, platform } = await connect(credential.data ?? {});
    await api.listProjects(platform.projects);
  });
}

async function connect(credential: ICredentialDataDecryptedObject): Promise<PlatformClient> {
  const api = await loadPlatform();
  return {
    api,
    platform: api.Platform.connect(credential as unknown as PlatformApi.PlatformCredential),
  };
}
