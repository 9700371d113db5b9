import { bound } from '../bound';
import { ChangedPageError } from './listing/answeredPage';
import { fingerprintFiles } from './watch/fingerprints';
import { saysNotFound } from './refusals';
import { ConfFileService } from './service';
import { foundBaseFolder, pathBelow, readBaseFolder, readSourceFolder } from './sync/sourceFolders';
import type { ThroughCluster, UploadTokenCredential } from './connect/access';
import { syncFolder } from './sync/sync';
import { tryOut } from './tryOut';
import { listFolder, listRecursively } from './walk';
import { listWatchedFiles } from './watch/watchedFolder';

/** What can be done with configuration files. Sends nothing; see `ConfFileService.connect`. */
export function connectConfFiles(credential: UploadTokenCredential, cluster?: ThroughCluster) {
  const service = ConfFileService.connect(credential, cluster);
  return {
    service,
    ...bound(
      { listFolder, listRecursively, listWatchedFiles, fingerprintFiles, syncFolder, tryOut },
      service,
    ),
    saysNotFound,
    isChangedPage: (error: unknown): error is ChangedPageError => error instanceof ChangedPageError,
    sourceFolders: { foundBaseFolder, pathBelow, readBaseFolder, readSourceFolder },
  };
}

export type ConfFilesClient = ReturnType<typeof connectConfFiles>;
