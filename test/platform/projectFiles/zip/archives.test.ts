import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { copyBytes } from '../../../../platform/common/content/bytes';
import { wrapBytes } from '../../../../platform/common/content/fileContent';
import { readProjectFiles } from '../../../../platform/projectFiles/files/readFiles';
import { openZip } from '../../../../platform/projectFiles/zip/readZip';
import { writeZip } from '../../../../platform/projectFiles/zip/writeZip';
import { validateFiles } from '../../../../platform/projectFiles/validate';
import { fillProject } from '../../../support/randomProject';
import { filesOf, filesWith, notUnchanged, packageOf, parsed, plan, useProjects } from '../support';

const PROJECT = '{ "format": 1 }';
const JOB = '{ "name": "Load", "category": "Extraction", "version": { "package": "main.py" } }';
const POINTER = `version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 12345
`;

/** A project with one job and its package, in a folder of an archive. */
const filesBelow = (top: string) =>
  new Map([
    [`${top}project.json`, PROJECT],
    [`${top}jobs/Load.json`, JOB],
    [`${top}jobs/Load/main.py`, 'print(1)\n'],
  ]);

const parse = async (files: ReadonlyMap<string, string>) =>
  await parsed(filesWith(Object.fromEntries(files)));

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Creates a Git repository with these files and links. */
function repository(
  files: ReadonlyMap<string, string | Buffer>,
  links: Record<string, string> = {},
  ...settings: string[]
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
  folders.push(folder);
  const user = ['-c', 'user.name=a', '-c', 'user.email=a@b.invalid', ...settings];
  const git = (...args: string[]) =>
    execFileSync('git', [...user, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const placeOf = (name: string) => {
    const place = path.join(folder, name);
    mkdirSync(path.dirname(place), { recursive: true });
    return place;
  };
  for (const [name, text] of files) writeFileSync(placeOf(name), text);
  for (const [name, target] of Object.entries(links)) symlinkSync(target, placeOf(name));
  git('init', '--initial-branch=main');
  git('add', '--all', '--force');
  git('commit', '--message', 'files');
  return { folder, git };
}

/** Packs files with `git archive`, as Git services do. */
const gitArchive = (files: ReadonlyMap<string, string>, links: Record<string, string> = {}) =>
  repository(files, links).git('archive', '--format=zip', '--prefix=retail-4f1c2a/', 'HEAD');

/** Returns the packages in a ZIP file as texts. */
async function packagesIn(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await openZip(wrapBytes(bytes));
  try {
    const texts = new Map<string, string>();
    for (const { key, package: content } of (await readProjectFiles(zip.files)).entries.job) {
      if (content) texts.set(key, String(await buffer(copyBytes(content))));
    }
    return texts;
  } finally {
    await zip.close();
  }
}

const PACKAGES = new Map([['Load', 'print(1)\n']]);

test('files of systems and of Git are passed over', async () => {
  const files = filesBelow('');
  for (const name of [
    ...['.DS_Store', 'jobs/.DS_Store', 'jobs/Load/.DS_Store'],
    ...['jobs/._Load.json', 'jobs/Load/._main.py', '__MACOSX/jobs/Load/._main.py'],
    ...['jobs/Load/Thumbs.db', 'jobs/Load/desktop.ini', 'jobs/Load/Desktop.ini'],
    ...['jobs/Load/.gitkeep', '.gitattributes', '.git/config'],
  ]) {
    files.set(name, '\x00\x01 not of the project');
  }
  const { job } = (await parse(files)).entries;
  expect(job).toMatchObject([{ key: 'Load', package: { size: expect.any(Number) as number } }]);
});

describe("an archive of Git's own tool", () => {
  test('is read below its folder, with what else is in the repository', async () => {
    const files = filesBelow('').set('README.md', '# Retail').set('src/tool.py', 'pass');
    const bytes = gitArchive(files, { 'docs/latest': '../README.md' });
    expect(await packagesIn(bytes)).toEqual(PACKAGES);
  });

  test('a package that is a symbolic link is refused by name', async () => {
    const files = filesBelow('').set('shared/main.py', 'print(2)\n');
    files.delete('jobs/Load/main.py');
    const links = { 'jobs/Load/main.py': '../../shared/main.py' };
    await expect(packagesIn(gitArchive(files, links))).rejects.toMatchObject({
      message: 'The file jobs/Load/main.py is a symbolic link',
      hint: expect.stringContaining('Replace the link with the file.') as string,
    });
  });
});

test.each(['jobs/Load/main.py', 'jobs/Load.json', 'project.json'])(
  '%s as a pointer of Git LFS is refused by name',
  async (name) => {
    await expect(parse(filesBelow('').set(name, POINTER))).rejects.toMatchObject({
      message: `The file ${name} is a Git LFS pointer, not the file itself`,
      hint: expect.stringContaining('git lfs pull') as string,
    });
  },
);

test('names with backslashes, as an old tool of Windows writes them', async () => {
  const entries = [...filesBelow('Retail/')].map(([name, text]) => ({
    path: name,
    open: () => [Buffer.from(text)],
  }));
  let text = (await buffer(writeZip(entries))).toString('latin1');
  for (const { path: name } of entries) text = text.replaceAll(name, name.replaceAll('/', '\\'));
  expect(await packagesIn(Buffer.from(text, 'latin1'))).toEqual(PACKAGES);
});

const both = [...filesBelow('retail/'), ...filesBelow('staging/retail/')];
const withFile = (name: string, top = '') => [...filesBelow(top).set(`${top}${name}`, '{}')];
const empty = (...names: string[]) => names.map((name): [string, string] => [name, '']);

test.each<[what: string, files: Array<[string, string]>, message: string, hint?: string]>([
  ['two projects', both, 'There are 2 project.json files: retail/project.json, staging/retail/project.json'],
  ['Jobs', withFile('Jobs/Load.json'), 'The folder "Jobs" must be named "jobs"'],
  ['Jobs below a folder', withFile('Jobs/Load.json', 'a/'), 'The folder "Jobs" must be named "jobs"'],
  ['Targets', withFile('Targets/a.json'), 'The folder "Targets" must be named "targets"'],
  ['Variables.json', withFile('Variables.json'), 'The file "Variables.json" must be named "variables.json"'],
  ['Project.json', [['Project.json', PROJECT]], 'The file "Project.json" must be named "project.json"'],
  ['no project.json', empty('README.md', 'src/a.py', 'src/b.py'), 'These are not the files of a project: project.json is missing', 'Files at the root: README.md, src/.'],
  ['no file', [], 'project.json is missing', 'No file was passed.'],
])('%s: refused by name', async (_what, files, message, hint = '') => {
  await expect(parse(new Map(files))).rejects.toMatchObject({
    message: expect.stringContaining(message) as string,
    hint: expect.stringContaining(hint) as string,
  });
}); // prettier-ignore

test('an archive that unpacks to far more than it weighs is read no further than its list says', async () => {
  const mib = ' '.repeat(1024 * 1024);
  const bytes = gitArchive(
    new Map(Object.entries({ 'project.json': PROJECT, 'jobs/0.json': mib })),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32LE(mib.length);
  // The sizes in the list of files at the end.
  for (let at = 0; (at = bytes.indexOf(size, at)) >= 0; at++) bytes.writeUInt32LE(10, at);
  const zip = await openZip(wrapBytes(bytes));
  expect(await validateFiles(zip.files)).toEqual([
    {
      path: 'retail-4f1c2a/jobs/0.json',
      field: null,
      message: expect.stringContaining('expected 10') as string,
    },
  ]);
  await zip.close();
});

test('an archive whose list claims too many files is refused before the list is read', async () => {
  const bytes = gitArchive(filesBelow(''));
  // The number of files is in the record at the end.
  bytes.writeUInt16LE(50_001, bytes.lastIndexOf('PK\x05\x06') + 10);
  await expect(openZip(wrapBytes(bytes))).rejects.toMatchObject({
    message: 'The file is not a readable ZIP file',
    hint: expect.stringContaining('it contains more than 50000 files') as string,
  });
});

const at = useProjects();

test('an export keeps its packages byte by byte where Git changes line ends', async () => {
  const { sandbox, from } = at;
  fillProject(sandbox, from, 3);
  const version = packageOf(sandbox, 'a\r\nb\nc\r\n');
  sandbox.store.addJob({ projectId: from, name: 'Ends', version });
  const exported = await filesOf(sandbox, from);
  const { folder, git } = repository(exported, {}, '-c', 'core.autocrlf=true');
  const names = [...exported.keys()];
  for (const name of names) rmSync(path.join(folder, name));
  git('checkout', '--', '.');
  const checkedOut = new Map(names.map((name) => [name, readFileSync(path.join(folder, name))]));
  const packages = names.filter((name) => /^jobs\/[^/]+\//.test(name));
  expect(packages.length).toBeGreaterThan(0);
  for (const name of packages) expect(checkedOut.get(name)).toEqual(exported.get(name));
  const { steps } = await plan(sandbox, checkedOut, from);
  expect(notUnchanged(steps)).toEqual([]);
});
