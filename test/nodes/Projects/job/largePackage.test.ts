import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { measure } from '../../../support/measured';
import { startSandboxProcess, type SandboxProcess } from '../../../support/sandboxProcess';
import { byId, performed } from '../support';

const MIB = 1024 * 1024;
const SIZE_MIB = 96;

let platform: SandboxProcess;
let folder: string;
beforeAll(async () => {
  platform = await startSandboxProcess({ seed: false });
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

/** The package as the platform has it. */
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

test('a large package travels from disk to the platform without filling the memory', async () => {
  const [project] = await performed(platform, 'project.create', { name: 'Large' });
  const create = async (fromPath: string) =>
    await performed(
      platform,
      'job.create',
      {
        projectId: byId(project?.id),
        name: 'Large',
        category: 'Extraction',
        technologyId: byId('30000000-0000-4000-8000-000000000003'),
        binaryPropertyName: 'data',
      },
      { items: [{ file: { name: 'large.zip', fromPath } }] },
    );
  // What code needs to be loaded is not what the file takes.
  await create(await makeFile('small.zip', 1));
  const file = await makeFile('large.zip', SIZE_MIB);
  let packageUrl = '';
  const { grownMiB } = await measure(async () => {
    const [job] = await create(file);
    expect(job?.currentVersion).toMatchObject({ packageInfo: { name: 'large.zip' } });
    const version = job?.currentVersion as { packageInfo: { downloadUrl: string } };
    packageUrl = version.packageInfo.downloadUrl;
  });
  expect(grownMiB).toBeLessThan(SIZE_MIB / 2);
  expect(await sha256(await downloaded(packageUrl))).toBe(await sha256(createReadStream(file)));
}, 120_000);
