/**
 * How much memory a large project takes: made files are deployed to a sandbox in a process of its
 * own, exported as a ZIP file, planned and deployed again.
 * `npx tsx test/platform/projectFiles/largeProject.ts [jobs] [MiB of packages] [pipelines] [apps]`; prints JSON.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { diskFile } from '../../../platform/content/diskFile';
import { Platform } from '../../../platform/connection/platform';
import { deployProject } from '../../../platform/projectFiles/deploy/deploy';
import { exportProject, zipOf } from '../../../platform/projectFiles/exportProject';
import { parseFiles } from '../../../platform/projectFiles/files/parseFiles';
import { planDeploy } from '../../../platform/projectFiles/plan/plan';
import { openZip } from '../../../platform/projectFiles/zip/readZip';
import { startSandboxProcess } from '../../../harness/sandboxProcess';
import { madeProject } from '../../../harness/madeProject';

const MIB = 1024 * 1024;
const [jobs = 300, mebibytes = 1024, pipelines = 40, apps = 20] = process.argv.slice(2).map(Number);

/** The largest RSS since it was asked for last, in MiB. */
class Memory {
  private largest = 0;
  private readonly timer = setInterval(() => this.look(), 20);

  look(): void {
    this.largest = Math.max(this.largest, process.memoryUsage.rss());
  }

  take(): number {
    this.look();
    const taken = this.largest;
    this.largest = 0;
    return Math.round(taken / MIB);
  }

  end(): void {
    clearInterval(this.timer);
  }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'project-files-bench-'));
  const database = join(folder, 'sandbox.db');
  const sandbox = await startSandboxProcess({ seedRuns: false, database });
  const memory = new Memory();
  const phases: Array<{ phase: string; seconds: number; rssMiB: number }> = [];
  const measure = async <T>(phase: string, work: () => Promise<T>): Promise<T> => {
    const beganMs = Date.now();
    const result = await work();
    const seconds = Math.round((Date.now() - beganMs) / 100) / 10;
    phases.push({ phase, seconds, rssMiB: memory.take() });
    return result;
  };
  try {
    const platform = Platform.connect(sandbox.credentials);
    // What a first request loads is no matter of the project's size.
    const small = await parseFiles(
      madeProject({ jobs: 1, packageBytes: 1024, pipelines: 1, apps: 1 }),
    );
    await deployProject(platform, small, { name: 'Small' });
    await platform.session.token();
    memory.take();
    const before = Math.round(process.memoryUsage.rss() / MIB);
    const given = await parseFiles(
      madeProject({ jobs, packageBytes: (mebibytes * MIB) / jobs, pipelines, apps }),
    );
    const target = { name: 'Large' };
    const { projectId, changes } = await measure('deploy', () =>
      deployProject(platform, given, target),
    );
    const zipFile = join(folder, 'project.zip');
    await measure('export', async () => {
      const project = await exportProject(platform, projectId);
      await pipeline(zipOf(platform, project), createWriteStream(zipFile));
    });
    const { size } = await stat(zipFile);
    const zip = await openZip({ size, ...diskFile(zipFile) });
    const parsed = await parseFiles(zip.files);
    const { steps } = await measure('plan', () => planDeploy(platform, parsed, { projectId }));
    const again = await measure('deploy again', () =>
      deployProject(platform, parsed, { projectId }),
    );
    await zip.close();
    const counts = (list: ReadonlyArray<{ action: string }>) =>
      Object.fromEntries(
        [...new Set(list.map(({ action }) => action))].map((action) => [
          action,
          list.filter((one) => one.action === action).length,
        ]),
      );
    const growthMiB = Math.max(...phases.map(({ rssMiB }) => rssMiB)) - before;
    const report = {
      jobs,
      zipMiB: Math.round(size / MIB),
      pipelines,
      apps,
      beforeMiB: before,
      growthMiB,
      phases,
      deployed: counts(changes),
      planned: counts(steps),
      deployedAgain: counts(again.changes),
    };
    console.log(JSON.stringify(report));
  } finally {
    memory.end();
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

void main();
