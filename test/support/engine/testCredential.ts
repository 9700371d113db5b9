import { CredentialTestContext } from 'n8n-core';
import type { ICredentialsDecrypted, INodeType } from 'n8n-workflow';
import { loadPackage } from './nodeTypes';

const TESTS = {
  dataPlatformApi: ['Projects', 'testPlatformCredential'],
  dataPlatformKubernetesApi: ['Settings', 'testKubernetesCredential'],
  dataPlatformUploadTokenApi: ['ConfFiles', 'testUploadTokenCredential'],
} as const;

export type CredentialType = keyof typeof TESTS;

export async function testCredential(type: CredentialType, data: object) {
  const [name, method] = TESTS[type];
  const { nodeTypes } = await loadPackage();
  const node = nodeTypes.getByName(`n8n-nodes-data-platform.dataPlatform${name}`) as INodeType;
  const credential = { data } as unknown as ICredentialsDecrypted;
  return await node.methods?.credentialTest?.[method]?.call(
    new CredentialTestContext(),
    credential,
  );
}
