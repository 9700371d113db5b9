import type { ConfFileService } from '../../platform/confFiles/service';
import type { UploadTokenCredential } from '../../platform/confFiles/settings';
import { clientSource } from '../shared/credentialClient';
import type { ApiClient } from '../shared/loadPlatform';

/** The platform's functions and the service that the node's credential leads to. */
export interface ConfFilesClient extends ApiClient {
  service: ConfFileService;
}

/** The credential's test tries the upload token, then the local address. */
export const { connect: connectConfFiles, test: testUploadTokenCredential } = clientSource<
  UploadTokenCredential,
  ConfFilesClient
>({
  credential: 'dataPlatformUploadTokenApi',
  open: (api, credential) => ({ api, service: api.ConfFileService.connect(credential) }),
  tryOut: async ({ api, service }) => await api.tryOutConfFiles(service),
});
