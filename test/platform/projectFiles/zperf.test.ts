import { Platform } from '../../../platform/connection/platform';
import { deployProject } from '../../../platform/projectFiles/deploy/deploy';
import { readFiles } from '../../../platform/projectFiles/files/readFiles';
import { madeProject } from '../../support/madeProject';
import { useProjects } from './support';
const at = useProjects({ latencyMs: 20 } as never);
test('perf', async () => {
  const out: unknown[] = [];
  for (const made of [{ jobs: 20, packageBytes: 1000, pipelines: 0, apps: 0 }, { jobs: 20, packageBytes: 1000, pipelines: 0, apps: 0 }, { jobs: 1000, packageBytes: 100, pipelines: 0, apps: 0 }]) {
    const to = at.store.addProject({ name: `P${out.length}` }).id;
    const platform = Platform.connect(at.sandbox.credentials);
    const files = await readFiles(madeProject(made));
    for (const again of [false, true]) {
      const before = at.sandbox.stats.requests;
      const start = Date.now();
      await deployProject(platform, files, { projectId: to }, { comparePackages: again ? 'name' : 'content' });
      out.push([made.jobs, again, Date.now() - start, at.sandbox.stats.requests - before]);
    }
  }
  console.log(JSON.stringify(out));
}, 200_000);
