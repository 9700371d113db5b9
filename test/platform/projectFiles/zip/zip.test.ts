import { parseFiles } from '../../../../platform/projectFiles/files/parseFiles';
import { openZip } from '../../../../platform/projectFiles/zip/readZip';
import { allOf, filesOf, zipBytes } from '../support';
import { bytesContent } from '../../../../platform/content/fileContent';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { fillProject } from '../../../support/randomProject';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seedRuns: false, basePath: '/tenant-a' });
});
afterAll(() => sandbox.close());

test('the same project is the same ZIP file, whenever and wherever it is written', async () => {
  const { id } = sandbox.store.addProject({ name: 'From' });
  fillProject(sandbox, id, 9);
  const first = await zipBytes(sandbox, id);
  expect((await zipBytes(sandbox, id)).equals(first)).toBe(true);
  // Midnight of the first day that a ZIP file can name, and nothing that tells another one.
  expect(first.readUInt32LE(10)).toBe(0x0021_0000);
  expect(first.readUInt16LE(28)).toBe(0);
});

test('a ZIP file holds the files, byte by byte', async () => {
  const { id } = sandbox.store.addProject({ name: 'Whole' });
  fillProject(sandbox, id, 3);
  const wanted = await filesOf(sandbox, id);
  const zip = await openZip(bytesContent(await zipBytes(sandbox, id)));
  const read = new Map<string, Buffer>();
  for (const { path, content } of zip.files) {
    read.set(path, await allOf((await content.open()) as AsyncIterable<Buffer>));
  }
  expect(read).toEqual(wanted);
  expect([...read.keys()]).toEqual([...read.keys()].sort());
  const { model } = await parseFiles(zip.files);
  expect(model.entities.job.length).toBeGreaterThan(0);
  await zip.close();
});

test('neither IDs nor passwords of the platform are in it', async () => {
  const { id } = sandbox.store.addProject({ name: 'Bare' });
  fillProject(sandbox, id, 5);
  const text = String(await zipBytes(sandbox, id));
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/);
  expect(text).not.toContain('secret-');
});

test('a package that cannot be had fails the export: none is left out', async () => {
  const { id } = sandbox.store.addProject({ name: 'Lost' });
  const content = new TextEncoder().encode('x');
  const sha256 = sandbox.store.packages.add(content);
  sandbox.store.addJob({
    projectId: id,
    name: 'Load',
    version: { packageInfo: { name: 'main.py', size: 1, sha256 } },
  });
  sandbox.accidents.add({ kind: 'html', operation: 'downloadArtifact' });
  // A page of a gateway is no package; the next look has it.
  expect(String(await zipBytes(sandbox, id))).not.toContain('<html');
  sandbox.accidents.add({ kind: 'status', status: 404, operation: 'downloadArtifact', times: 9 });
  await expect(zipBytes(sandbox, id)).rejects.toThrow(/404/);
  sandbox.accidents.clear();
});
