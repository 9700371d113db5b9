import { existsSync } from 'node:fs';
import promises from 'node:fs/promises';
import { Platform } from '../../../../platform/connection/platform';
import { openZip } from '../../../../platform/projectFiles/zip/readZip';
import { useProjects } from '../support';
import { wrapBytes } from '../../../../platform/common/content/fileContent';
import { fillProject } from '../../../support/randomProject';

const at = useProjects({ basePath: '/tenant-a' });

test('the same project is the same ZIP file, in the same order, whenever and wherever it is written', async () => {
  fillProject(at.sandbox, at.from, 9);
  for (const alias of ['Case', 'case']) at.addJob(at.from, alias);
  const first = await at.zipBytes(at.from);
  expect((await at.zipBytes(at.from)).equals(first)).toBe(true);
  // Midnight of the first day that a ZIP file can name, and no extra field with another time.
  expect(first.readUInt32LE(10)).toBe(0x0021_0000);
  expect(first.readUInt16LE(28)).toBe(0);
  const zip = await openZip(wrapBytes(first));
  const paths = zip.files.map(({ path }) => path);
  await zip.close();
  // Some disks do not distinguish names that differ only by case.
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  expect(paths).toEqual([...(await at.files()).keys()].sort());
});

test('neither IDs nor passwords of the platform are in it', async () => {
  fillProject(at.sandbox, at.from, 5);
  const text = String(await at.zipBytes(at.from));
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/);
  expect(text).not.toContain('secret-');
});

test('a package that cannot be had fails the export: none is left out', async () => {
  const version = at.packageOf('x');
  at.store.addJob({ projectId: at.from, name: 'Load', version });
  const operation = 'downloadArtifact';
  at.sandbox.faults.add({ kind: 'html', operation });
  // A page of a gateway is not taken for a package, which the next request returns.
  expect(String(await at.zipBytes(at.from))).not.toContain('<html');
  at.sandbox.faults.add({ kind: 'status', status: 404, operation, times: 9 });
  await expect(at.zipBytes(at.from)).rejects.toThrow(/404/);
});

test('a pipeline or app with an entity that the project does not list fails the export', async () => {
  const { id } = at.addVolume(at.to, 'models');
  at.addApp(at.from, 'Board', id);
  await expect(at.zipBytes(at.from)).rejects.toThrow('not list a volume of the app "Board"');
  const jobs = [at.from, at.to].map((projectId) => at.addJob(projectId, 'Load').id);
  at.addPipeline(at.from, 'Daily', ...jobs);
  await expect(at.zipBytes(at.from)).rejects.toThrow('not list a job of the pipeline "Daily"');
});

test('a package elsewhere is not asked for', async () => {
  const platform = Platform.connect(at.sandbox.credentials);
  const never = async () => await Promise.reject(new Error('read'));
  for (const [address, shown] of [
    ['https://elsewhere.invalid/x', 'https://elsewhere.invalid/x'],
    ['https://me:secret@elsewhere.invalid/x?signature=secret#x', 'https://***@elsewhere.invalid/x'],
    [null, ''],
  ]) {
    await expect(platform.readPackage(address, never)).rejects.toThrow(
      `The package is not at the platform's own address: "${shown}"`,
    );
  }
  await expect(platform.readPackage('/projects/api/none', never)).rejects.toMatchObject({
    status: 404,
  });
});

test('a ZIP file with another compression method names it', async () => {
  const bytes = await at.zipBytes(at.from);
  // The first entry of the list of files at the end.
  bytes.writeUInt16LE(77, bytes.indexOf('PK\u0001\u0002') + 10);
  await expect(openZip(wrapBytes(bytes))).rejects.toMatchObject({
    message: 'The ZIP file uses the compression method 77, which is not supported',
    hint: expect.stringContaining('with the method Deflate'),
  });
});

test.each([true, false])(
  'a file that is read leaves nothing on disk: as a ZIP file, %s',
  async (isZip) => {
    const made = jest.spyOn(promises, 'mkdtemp');
    const opening = openZip(wrapBytes(isZip ? await at.zipBytes(at.from) : Buffer.from('PK')));
    if (isZip) await (await opening).close();
    else await expect(opening).rejects.toThrow('not a readable ZIP');
    const folders = await Promise.all(
      made.mock.results.map(({ value }) => value as Promise<string>),
    );
    expect(folders.map((folder) => existsSync(folder))).toEqual([false]);
    made.mockRestore();
  },
);
