import { defaultBaseFolder, pathBelow, readBaseFolder, readSourceFolder } from './baseFolder';
import type { Snapshot } from './changes';
import { fingerprintFiles, type FingerprintCall } from './fingerprints';
import { isDoubtfulPage, RewrittenPageError } from './htmlResponse';
import type { ConfEntry } from './listing';
import type { MountPath } from './paths';
import { isNotFoundByService } from './refusals';
import type { ConfFileCall, ConfFileService } from './service';
import { syncFolder, type SyncOptions, type WantedFile } from './sync';
import { testConnection } from './testConnection';
import { listFolder, listRecursively } from './walk';
import { listWatchedFiles, type WatchedFolder } from './watchedFolder';

/** The configuration files of a platform. Each method is described at the function that it calls. */
export class ConfFiles {
  readonly baseFolder = { defaultBaseFolder, pathBelow, readBaseFolder, readSourceFolder };
  readonly isNotFoundByService = isNotFoundByService;
  readonly isDoubtfulPage = isDoubtfulPage;

  constructor(readonly service: ConfFileService) {}

  async listFolder(folder: MountPath, call?: ConfFileCall) {
    return await listFolder(this.service, folder, call);
  }

  async listRecursively(top: MountPath, call?: ConfFileCall) {
    return await listRecursively(this.service, top, call);
  }

  async listWatchedFiles(folder: WatchedFolder, call?: ConfFileCall) {
    return await listWatchedFiles(this.service, folder, call);
  }

  async fingerprintFiles(files: readonly ConfEntry[], known?: Snapshot, call?: FingerprintCall) {
    return await fingerprintFiles(this.service, files, known, call);
  }

  async syncFolder(
    folder: MountPath,
    wanted: readonly WantedFile[],
    options: SyncOptions & ConfFileCall,
  ) {
    return await syncFolder(this.service, folder, wanted, options);
  }

  async testConnection() {
    return await testConnection(this.service);
  }

  isRewrittenPage(error: unknown): error is RewrittenPageError {
    return error instanceof RewrittenPageError;
  }
}
