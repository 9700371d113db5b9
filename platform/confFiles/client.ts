import { bound } from '../bound';
import { ChangedPageError } from './listing/answeredPage';
import { fingerprintFiles } from './watch/fingerprints';
import { isNotFoundByService } from './refusals';
import { ConfFileService } from './service';
import { inferBaseFolder, pathBelow, readBaseFolder, readSourceFolder } from './sync/sourceFolders';
import type { ThroughCluster, UploadTokenCredential } from './connect/access';
import { syncFolder } from './sync/sync';
import { testConnection } from './testConnection';
import { listFolder, listRecursively } from './walk';
import { listWatchedFiles } from './watch/watchedFolder';

/** What can be done with configuration files. Sends nothing; see `ConfFileService.connect`. */
export function connectConfFiles(credential: UploadTokenCredential, cluster?: ThroughCluster) {
  const service = ConfFileService.connect(credential, cluster);
  return {
    service,
    ...bound(
      {
        listFolder,
        listRecursively,
        listWatchedFiles,
        fingerprintFiles,
        syncFolder,
        testConnection,
      },
      service,
    ),
    isNotFoundByService,
    isChangedPage: (error: unknown): error is ChangedPageError => error instanceof ChangedPageError,
    sourceFolders: { inferBaseFolder, pathBelow, readBaseFolder, readSourceFolder },
  };
}

export type ConfFilesClient = ReturnType<typeof connectConfFiles>;
