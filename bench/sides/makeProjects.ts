/** A process that fills one project and makes another that is empty, and tells its parent their ids. */
import { Platform } from '../../platform/connection/platform';
import { deployProject } from '../../platform/projectFiles/deploy/deploy';
import { parseFiles } from '../../platform/projectFiles/files/parseFiles';
import { projects } from '../../platform/resources/project';
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

async function main(): Promise<void> {
  const { credentials, project } = JSON.parse(process.argv[2] ?? '{}') as ProjectsOrder;
  const platform = Platform.connect(credentials);
  const files = await parseFiles(madeProject(project));
  const { projectId: fromId } = await deployProject(platform, files, { name: 'Dev' });
  const createEmpty = await projects(platform.projects).prepareCreate({ values: { name: 'Prod' } });
  const { id: toId } = await createEmpty();
  process.send?.({ fromId, toId } satisfies ProjectsMade, () => process.exit());
}

void main();
