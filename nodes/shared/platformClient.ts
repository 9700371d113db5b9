import type { Platform } from '../../platform/platform';
import type { PlatformCredential } from '../../platform/settings';
import { clientSource } from './credentialClient';
import type { ApiClient } from './loadPlatform';

/** The platform's functions and the connection that the node's credential gives. */
export interface PlatformClient extends ApiClient {
  platform: Platform;
}

/** The credential's test logs in and lists the projects. */
export const { connect: connectPlatform, test: testPlatformCredential } = clientSource<
  PlatformCredential,
  PlatformClient
>({
  credential: 'dataPlatformApi',
  open: (api, credential) => ({ api, platform: api.Platform.connect(credential) }),
  tryOut: async ({ api, platform }) => await api.listProjects(platform.projects),
});
