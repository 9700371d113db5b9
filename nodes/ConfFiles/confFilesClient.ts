import type { ConfFilesClient } from '../../platform/confFiles/client';
import type { UploadTokenCredential } from '../../platform/confFiles/access';
import { clientSource } from '../shared/credentialClient';

/** The credential's test tries the upload token, then the local address. */
export const { connect: connectConfFiles, test: testUploadTokenCredential } = clientSource<
  UploadTokenCredential,
  ConfFilesClient
>({
  credential: 'dataPlatformUploadTokenApi',
  open: ({ connectConfFiles: open }, credential) => open(credential),
  tryOut: async ({ tryOut }) => await tryOut(),
});
