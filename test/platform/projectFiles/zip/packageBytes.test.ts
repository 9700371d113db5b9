import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { copyBytes } from '../../../../platform/common/content/bytes';
import { wrapBytes } from '../../../../platform/common/content/fileContent';
import { deployProject } from '../../../../platform/projectFiles/deploy/deploy';
import { exportProject, zipExport } from '../../../../platform/projectFiles/exportProject';
import { readProjectFiles } from '../../../../platform/projectFiles/files/readFiles';
import type { ProjectTree } from '../../../../platform/projectFiles/files/projectTree';
import { validateFiles } from '../../../../platform/projectFiles/validate';
import { openZip } from '../../../../platform/projectFiles/zip/readZip';
import { Platform } from '../../../../platform/connection/platform';
import { slowTest } from '../../../support/cases';
import { NO_WAITS, useProjects } from '../support';

const KIB = 1024;
const MB = 1000 * 1000;
const MIXED = [0, 1, 256 * KIB - 1, 256 * KIB, 256 * KIB + 1, 2 * MB, 0, 3 * MB, 2 * MB];
const UNZIP = '/usr/bin/unzip';

const at = useProjects();

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Adds a project with a job for each size. @returns its ID, and the hashes of the packages by their paths in an export */
function projectWith(sizes: readonly number[]) {
  const { store } = at.sandbox;
  const { id } = store.addProject({ name: `Bytes of ${sizes.length}` });
  const hashes = new Map<string, string>();
  for (const [index, size] of sizes.entries()) {
    const hash = store.packages.add(randomBytes(size));
    const name = `job-${String(index).padStart(2, '0')}`;
    const packageInfo = { name: 'main.zip', size, sha256: hash };
    store.addJob({ projectId: id, name, alias: name, version: { packageInfo } });
    hashes.set(`jobs/${name}/main.zip`, hash);
  }
  return { id, hashes };
}

/** Reads like a stream with a large buffer and a slow disk. */
async function* late(pieces: AsyncIterable<Buffer>) {
  const held: Buffer[] = [];
  for await (const piece of pieces) {
    held.push(piece);
    if (held.length > 40) {
      await sleep(1);
      yield held.shift() as Buffer;
    }
  }
  yield* held;
}

/** Uses our own reader, which checks the CRC-32 of each entry. */
async function hashesIn(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await openZip(wrapBytes(bytes));
  const packages = zip.files.filter(({ path: name }) => /^jobs\/.*\//.test(name));
  const hashes = new Map<string, string>();
  for (const { path: name, content } of packages) {
    hashes.set(name, sha256(await buffer(copyBytes(content))));
  }
  await zip.close();
  return hashes;
}

async function expectUnzipped(bytes: Buffer, hashes: ReadonlyMap<string, string>): Promise<void> {
  if (!existsSync(UNZIP)) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'package-bytes-'));
  const file = path.join(folder, 'project.zip');
  writeFileSync(file, bytes);
  await promisify(execFile)(UNZIP, ['-qq', file, '-d', folder]);
  for (const [name, hash] of hashes) {
    expect([name, sha256(readFileSync(path.join(folder, name)))]).toEqual([name, hash]);
  }
  rmSync(folder, { recursive: true });
}

test('exported to a late reader, beside other projects, packages are what they were', async () => {
  const projects = [MIXED, [2 * MB, 1], [3 * MB]].map(projectWith);
  const platform = Platform.connect(at.sandbox.credentials);
  const check = async ({ id, hashes }: (typeof projects)[number]) => {
    const bytes = await buffer(late(zipExport(platform, await exportProject(platform, id))));
    expect(await hashesIn(bytes)).toEqual(hashes);
    await expectUnzipped(bytes, hashes);
  };
  await Promise.all(projects.map(check));
});

slowTest(
  'a package of 200 MB',
  async () => {
    const { id, hashes } = projectWith([200 * MB]);
    expect(await hashesIn(await at.zipBytes(id))).toEqual(hashes);
  },
  300_000,
);

const deployTo = async (name: string, files: ProjectTree) => {
  const platform = Platform.connect(at.sandbox.credentials);
  return await deployProject(platform, files, { name }, { timing: NO_WAITS });
};

test.each([100, 3 * MB])(
  'a ZIP file with one flipped byte in a package is refused, also by Validate, and no job is made (%d bytes)',
  async (size) => {
    const bytes = await at.zipBytes(projectWith([size]).id);
    // The package is not compressed, so that only its checksum differs.
    const flipped = bytes.indexOf('main.zip') + 'main.zip'.length + Math.floor(size / 2);
    bytes[flipped] = (bytes[flipped] ?? 0) ^ 1;
    const zip = await openZip(wrapBytes(bytes));
    const name = `Of a damaged file of ${size}`;
    const message = 'The ZIP file is damaged: jobs/job-00/main.zip has a wrong CRC-32 checksum';
    const deployed = async () => await deployTo(name, await readProjectFiles(zip.files));
    await expect(deployed()).rejects.toThrow(message);
    const problem = { path: 'jobs/job-00.json', message: expect.stringContaining(message) };
    expect(await validateFiles(zip.files)).toEqual([expect.objectContaining(problem)]);
    await zip.close();
    expect(at.store.projectByName(name)).toBeUndefined();
  },
);
