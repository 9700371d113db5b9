/**
 * How much memory a project with large packages takes: made files are deployed to a sandbox in a process of its own, exported
 * as a ZIP file and deployed again. `npx tsx test/platform/projectFiles/largeProject.ts [jobs] [MiB of packages]`;
 * prints JSON.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { diskFile } from '../../../platform/buffers/readFile';
import { Platform } from '../../../platform/connection/platform';
import { deployProject } from '../../../platform/projectFiles/deploy/deploy';
import { exportProject, zipOf } from '../../../platform/projectFiles/exportProject';
import { parseFiles } from '../../../platform/projectFiles/files/parseFiles';
import { openZip } from '../../../platform/projectFiles/zip/readZip';
import { startSandboxProcess } from '../../support/sandboxProcess';
import { madeProject } from '../../support/madeProject';

const MIB = 1024 * 1024;
const [jobs = 12, mebibytes = 180] = process.argv.slice(2).map(Number);

const filesOf = async (count: number, packageBytes: number) =>
  await parseFiles(madeProject({ jobs: count, packageBytes, pipelines: 3, apps: 2 }));

const rssMiB = () => Math.round(process.memoryUsage.rss() / MIB);

const actionsOf = (list: ReadonlyArray<{ action: string }>) => list.map(({ action }) => action);

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'large-project-'));
  const database = join(folder, 'sandbox.db');
  const sandbox = await startSandboxProcess({ seedRuns: false, database });
  let largest = 0;
  const timer = setInterval(() => (largest = Math.max(largest, rssMiB())), 20);
  try {
    const platform = Platform.connect(sandbox.credentials);
    // What a first request loads is no matter of the project's size.
    await deployProject(platform, await filesOf(1, 1024), { name: 'Small' });
    const before = rssMiB();
    largest = before;
    const given = await filesOf(jobs, (mebibytes * MIB) / jobs);
    const { projectId, changes } = await deployProject(platform, given, { name: 'Large' });
    const zipFile = join(folder, 'project.zip');
    const exported = await exportProject(platform, projectId);
    await pipeline(zipOf(platform, exported), createWriteStream(zipFile));
    const { size } = await stat(zipFile);
    const zip = await openZip({ size, ...diskFile(zipFile) });
    const parsed = await parseFiles(zip.files);
    const again = await deployProject(platform, parsed, { projectId });
    await zip.close();
    const report = {
      zipMiB: Math.round(size / MIB),
      growthMiB: largest - before,
      deployed: actionsOf(changes),
      deployedAgain: actionsOf(again.changes),
    };
    console.log(JSON.stringify(report));
  } finally {
    clearInterval(timer);
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

void main();
