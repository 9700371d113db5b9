import { bound } from '../bound';
import type { Platform } from '../connection/platform';
import { deployProject } from './deploy/deploy';
import { exportProject, ownPieces, zipOf, zipOfFiles } from './exportProject';
import { parseFiles } from './files/parseFiles';
import { describePlan } from './output/describePlan';
import { validateFiles } from './validate/validateFiles';
import { openZip } from './zip/readZip';

/** A project as files: written, and brought to a platform. */
export function projectFilesClient(platform: Platform) {
  return {
    ...bound({ export: exportProject, zipOf, plan: describePlan, deploy: deployProject }, platform),
    openZip,
    parse: parseFiles,
    validate: validateFiles,
    zipOfFiles,
    ownPieces,
    readPackage: ((...given) => platform.readPackage(...given)) as Platform['readPackage'],
  };
}
