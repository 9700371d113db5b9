import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { diskFile } from '../../../../platform/content/diskFile';
import type { FileContent } from '../../../../platform/content/fileContent';
import { deployProject } from '../../../../platform/projectFiles/deploy/deploy';
import { exportProject, zipOf } from '../../../../platform/projectFiles/exportProject';
import { parseFiles } from '../../../../platform/projectFiles/files/parseFiles';
import { validateFiles } from '../../../../platform/projectFiles/validate/validateFiles';
import { openZip } from '../../../../platform/projectFiles/zip/readZip';
import { writeZip } from '../../../../platform/projectFiles/zip/writeZip';
import { Platform } from '../../../../platform/connection/platform';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { slowTest } from '../../../support/cases';
import { NO_WAITS } from '../support';

const KIB = 1024;
const MB = 1000 * 1000;
const MIXED = [0, 1, 256 * KIB - 1, 256 * KIB, 256 * KIB + 1, 2 * MB, 0, 3 * MB, 2 * MB];
const UNZIP = '/usr/bin/unzip';

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await startSandbox({ seedRuns: false });
  folder = mkdtempSync(path.join(tmpdir(), 'package-bytes-'));
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A project with a job for each size. @returns its ID, and the hashes of the packages by the paths that they are exported to */
function projectWith(sizes: readonly number[]) {
  const { id } = sandbox.store.addProject({ name: `Bytes of ${sizes.length}` });
  const hashes = new Map<string, string>();
  for (const [index, size] of sizes.entries()) {
    const hash = sandbox.store.packages.add(randomBytes(size));
    const name = `job-${String(index).padStart(2, '0')}`;
    const packageInfo = { name: 'main.zip', size, sha256: hash };
    sandbox.store.addJob({ projectId: id, name, alias: name, version: { packageInfo } });
    hashes.set(`jobs/${name}/main.zip`, hash);
  }
  return { id, hashes };
}

/** As a stream with a large buffer in front of a slow disk. */
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

async function exported(
  projectId: string,
  reader: typeof late | undefined = undefined,
): Promise<string> {
  const platform = Platform.connect(sandbox.credentials);
  const file = path.join(folder, `${projectId}.zip`);
  const project = await exportProject(platform, projectId);
  const pieces = zipOf(platform, project);
  await pipeline(reader ? reader(pieces) : pieces, createWriteStream(file));
  return file;
}

/** By our own reader, which checks each entry's CRC-32. */
async function hashesIn(file: string): Promise<Map<string, string>> {
  const zip = await openZip({ size: statSync(file).size, ...diskFile(file) });
  const hashes = new Map<string, string>();
  for (const { path: name, content } of zip.files) {
    if (!/^jobs\/.*\//.test(name)) continue;
    const hash = createHash('sha256');
    for await (const piece of (await content.open()) as AsyncIterable<Buffer>) hash.update(piece);
    hashes.set(name, hash.digest('hex'));
  }
  await zip.close();
  return hashes;
}

async function expectWhole(file: string, hashes: ReadonlyMap<string, string>): Promise<void> {
  expect(await hashesIn(file)).toEqual(hashes);
  if (!existsSync(UNZIP)) return;
  const unpacked = `${file}-unpacked`;
  await promisify(execFile)(UNZIP, ['-qq', file, '-d', unpacked]);
  for (const [name, hash] of hashes) {
    expect([name, sha256(readFileSync(path.join(unpacked, name)))]).toEqual([name, hash]);
  }
}

test.each([
  ['a fast', undefined],
  ['a late', late],
])(
  'exported to %s reader, beside other projects, packages are what they were',
  async (_, reader) => {
    const projects = [MIXED, [2 * MB, 1], [3 * MB]].map(projectWith);
    const files = await Promise.all(projects.map(async ({ id }) => await exported(id, reader)));
    for (const [index, file] of files.entries()) {
      await expectWhole(file, projects[index]?.hashes ?? new Map());
    }
  },
);

slowTest('a package of 200 MB', async () => {
  const { id, hashes } = projectWith([200 * MB]);
  expect(await hashesIn(await exported(id))).toEqual(hashes);
});

describe('a ZIP file with one flipped byte in a package', () => {
  /** Of a package that is kept as it is, so that nothing but its checksum tells. */
  async function damaged(size: number) {
    const { id } = projectWith([size]);
    const file = await exported(id);
    const bytes = readFileSync(file);
    const at = bytes.indexOf('main.zip') + 'main.zip'.length + Math.floor(size / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    return await openZip({ size: bytes.length, ...diskFile(file) });
  }

  test.each([100, 3 * MB])(
    'is refused, also by Validate, and no job is made (%d bytes)',
    async (size) => {
      const zip = await damaged(size);
      const platform = Platform.connect(sandbox.credentials);
      const name = `Of a damaged file of ${size}`;
      const deployed = async () =>
        await deployProject(platform, await parseFiles(zip.files), { name }, { timing: NO_WAITS });
      const message = 'The ZIP file is damaged: jobs/job-00/main.zip has a wrong checksum';
      await expect(deployed()).rejects.toThrow(message);
      const problems = await validateFiles(zip.files);
      const problem = { path: 'jobs/job-00.json', message: expect.stringContaining(message) };
      expect(problems).toEqual([expect.objectContaining(problem)]);
      await zip.close();
      expect(sandbox.store.projects().map((project) => project.name)).not.toContain(name);
    },
  );
});

test('memory that is used again while the writer still holds it is an error, not a damaged file', async () => {
  const piece = randomBytes(300_000);
  const sum = createHash('sha256').update(piece).update(piece).digest('hex');
  async function* lent() {
    yield piece;
    piece.fill(0xdb);
    yield piece;
  }
  const entry = { path: 'lent.bin', open: async () => ({ pieces: lent(), sha256: sum }) };
  const write = async () => {
    for await (const written of writeZip([entry])) void written;
  };
  await expect(write()).rejects.toThrow('The file lent.bin was damaged during writing');
});

/** The same file, whose bytes are others once it was read. */
function changedOnceRead(content: FileContent): FileContent {
  let opened = 0;
  async function* others(pieces: AsyncIterable<Buffer>) {
    const isPlanned = opened++ === 0;
    for await (const piece of pieces) yield isPlanned ? piece : Buffer.alloc(piece.length);
  }
  return {
    ...content,
    open: async () => others((await content.open()) as AsyncIterable<Buffer>),
  };
}

test.each([100, 3 * MB])(
  'a package of %d bytes that changes between the plan and its sending is no job',
  async (size) => {
    const { id } = projectWith([size]);
    const zip = await openZip({ size: 0, ...diskFile(await exported(id)) });
    const files = await parseFiles(zip.files);
    for (const [key, content] of files.packages) files.packages.set(key, changedOnceRead(content));
    const platform = Platform.connect(sandbox.credentials);
    const { projectId, changes } = await deployProject(
      platform,
      files,
      { name: `Changed on the way ${size}` },
      { timing: NO_WAITS },
    );
    await zip.close();
    expect(changes.map(({ failure }) => failure && String(failure)).join()).toContain(
      'The package main.zip changed after it was compared with the target',
    );
    expect(sandbox.store.jobs({ projectId })).toEqual([]);
  },
);
