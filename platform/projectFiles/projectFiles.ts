import type { Platform } from '../connection/platform';
import type { PackageFile } from '../connection/packages';
import type { CallOptions } from '../graphql/send/endpoint';
import { deployProject } from './deploy/deploy';
import {
  exportProject,
  zipOf,
  zipOfFiles,
  type ExportedProject,
  type ExportOptions,
} from './exportProject';
import { readFiles } from './files/readFiles';
import type { DeployOptions, PlanOptions } from './options';
import { describePlan } from './output/describePlan';
import type { Target } from './target/target';
import type { ProjectTree } from './tree';
import { validateFiles } from './validate';
import { openZip } from './zip/readZip';

/** The work on the files of a project that needs no platform. */
export class LocalProjectFiles {
  readonly openZip = openZip;
  readonly read = readFiles;
  readonly validate = validateFiles;
  readonly zipOfFiles = zipOfFiles;
}

/** Projects as files, and files as projects. Each method is described at the function that it calls. */
export class ProjectFiles extends LocalProjectFiles {
  constructor(private readonly platform: Platform) {
    super();
  }

  async export(projectId: unknown, exportOptions?: ExportOptions, options?: CallOptions) {
    return await exportProject(this.platform, projectId, exportOptions, options);
  }

  zipOf(exported: ExportedProject, options?: CallOptions) {
    return zipOf(this.platform, exported, options);
  }

  async plan(tree: ProjectTree, target: Target, plan?: PlanOptions, options?: CallOptions) {
    return await describePlan(this.platform, tree, target, plan, options);
  }

  async deploy(tree: ProjectTree, target: Target, deploy?: DeployOptions, options?: CallOptions) {
    return await deployProject(this.platform, tree, target, deploy, options);
  }

  async readPackage<Result>(
    downloadUrl: unknown,
    consume: (file: PackageFile) => Promise<Result>,
    options?: CallOptions,
  ) {
    return await this.platform.readPackage(downloadUrl, consume, options);
  }
}
