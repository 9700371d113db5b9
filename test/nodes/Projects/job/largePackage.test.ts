import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { slowTest } from '../../../support/cases';
import { measure } from '../../../support/measured';
import { startSandboxProcess, type SandboxProcess } from '../../../support/sandboxProcess';
import { exportedItems } from '../project/support';
import { byId, performed } from '../support';

const MIB = 1024 * 1024;
const SIZE_MIB = 96;
const JOBS = 12;

// What is tried is the memory: a busy machine may take minutes.
process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS = '240';

let platform: SandboxProcess;
let folder: string;
beforeAll(async () => {
  platform = await startSandboxProcess({ seedRuns: false });
  folder = mkdtempSync(path.join(tmpdir(), 'large-package-'));
});
afterAll(() => {
  platform.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function makeFile(name: string, mebibytes: number): Promise<string> {
  const file = path.join(folder, name);
  await pipeline(function* () {
    for (let at = 0; at < mebibytes; at++) {
      yield Buffer.alloc(MIB, createHash('sha512').update(String(at)).digest());
    }
  }, createWriteStream(file));
  return file;
}

async function sha256(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}

async function downloaded(url: string): Promise<AsyncIterable<Uint8Array>> {
  const { baseUrl, login, password, realm } = platform.credentials;
  const session = await fetch(`${baseUrl}/authentication/api/open/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'Platform-Realm': realm },
    body: JSON.stringify({ login, password }),
  });
  const authorization = `Bearer ${await session.text()}`;
  const answer = await fetch(`${baseUrl}${url}`, { headers: { authorization } });
  return answer.body as unknown as AsyncIterable<Uint8Array>;
}

const create = async (projectId: unknown, name: string, fromPath: string) =>
  await performed(
    platform,
    'job.create',
    {
      projectId: byId(projectId),
      name,
      category: 'Extraction',
      technologyId: byId('30000000-0000-4000-8000-000000000003'),
      binaryPropertyName: 'data',
    },
    { items: [{ file: { name: 'large.zip', fromPath } }] },
  );
const addProject = async (name: string) =>
  (await performed(platform, 'project.create', { name }))[0]?.id;

test('a large package travels from disk to the platform without filling the memory', async () => {
  const projectId = await addProject('Large');
  // What code needs to be loaded is not what the file takes.
  await create(projectId, 'Small', await makeFile('small.zip', 1));
  const file = await makeFile('large.zip', SIZE_MIB);
  let packageUrl = '';
  const { grownMiB } = await measure(async () => {
    const [job] = await create(projectId, 'Large', file);
    expect(job?.currentVersion).toMatchObject({ packageInfo: { name: 'large.zip' } });
    const version = job?.currentVersion as { packageInfo: { downloadUrl: string } };
    packageUrl = version.packageInfo.downloadUrl;
  });
  expect(grownMiB).toBeLessThan(SIZE_MIB / 2);
  expect(await sha256(await downloaded(packageUrl))).toBe(await sha256(createReadStream(file)));
}, 300_000);

// Less than 180 MiB show nothing: 90 are needed for any project.
slowTest(
  'packages are exported, deployed and compared in less memory than they have bytes',
  async () => {
    const projectId = await addProject('Many');
    const names = Array.from({ length: JOBS }, (_, n) => `job_${n}`);
    const file = await makeFile('package.zip', 180 / JOBS);
    for (const name of names) await create(projectId, name, file);
    const target = { source: 'binary', target: 'newProject', name: 'Copy' };
    const { grownMiB } = await measure(async () => {
      const items = await exportedItems(platform, String(projectId), {});
      for (const action of ['created', 'unchanged']) {
        const json = await performed(platform, 'project.deploy', target, { items });
        // The summary and the project itself, too.
        expect(json.map((change) => change.action)).toEqual(Array(2 + JOBS).fill(action));
      }
    });
    expect(grownMiB).toBeLessThan(170);
  },
  300_000,
);
