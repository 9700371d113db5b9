import { bound } from '../bound';
import type { Platform } from '../connection/platform';
import { deployProject } from './deploy/deploy';
import { exportProject, ownPieces, zipOf, zipOfFiles } from './exportProject';
import { parseFiles } from './files/parseFiles';
import { describePlan } from './output/describePlan';
import { validateFiles } from './validate/validateFiles';
import { openZip } from './zip/readZip';

/** What is done with the files of a project where no platform is asked. */
export const projectFilesAlone = {
  openZip,
  parse: parseFiles,
  validate: validateFiles,
  zipOfFiles,
  ownPieces,
};

/** A project as files: written, and brought to a platform. */
export function projectFilesClient(platform: Platform) {
  return {
    ...bound({ export: exportProject, zipOf, plan: describePlan, deploy: deployProject }, platform),
    ...projectFilesAlone,
    readPackage: ((...given) => platform.readPackage(...given)) as Platform['readPackage'],
  };
}
