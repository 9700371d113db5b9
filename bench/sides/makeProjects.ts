/** A process that fills one project and makes another that is empty, and tells its parent their ids. */
import { Platform } from '../../platform/connection/platform';
import { deployProject } from '../../platform/projectFiles/deploy/deploy';
import { parseFiles } from '../../platform/projectFiles/files/parseFiles';
import { madeProject, type MadeProject } from '../../harness/madeProject';
import type { Place } from '../server/platform';

export interface ProjectsOrder {
  credentials: Place['credentials'];
  project: MadeProject;
}

export interface ProjectsMade {
  fromId: string;
  toId: string;
}

const NOTHING: MadeProject = { jobs: 0, packageBytes: 0, pipelines: 0, apps: 0 };

async function main(): Promise<void> {
  const { credentials, project } = JSON.parse(process.argv[2] ?? '{}') as ProjectsOrder;
  const platform = Platform.connect(credentials);
  const make = async (name: string, things: MadeProject) => {
    const files = await parseFiles(madeProject(things));
    return (await deployProject(platform, files, { name })).projectId;
  };
  const ids = { fromId: await make('Dev', project), toId: await make('Prod', NOTHING) };
  process.send?.(ids satisfies ProjectsMade, () => process.exit());
}

void main();
