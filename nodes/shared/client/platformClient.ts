import type { PlatformClient } from '../../../platform/client';
import type { PlatformCredential } from '../../../platform/session/access';
import { clientSource } from './credentialClient';

/** The credential's test logs in and lists the projects. */
export const { connect: connectPlatform, test: testPlatformCredential } = clientSource<
  PlatformCredential,
  PlatformClient
>({
  credential: 'dataPlatformApi',
  addresses: ({ readPlatformAccess }, credential) => [readPlatformAccess(credential).baseUrl],
  open: ({ connectPlatform: open }, credential) => open(credential),
  openAlone: ({ LocalProjectFiles }) => ({
    projectFiles: new LocalProjectFiles() as PlatformClient['projectFiles'],
  }),
  testConnection: async (client) => await client.testConnection(),
});
