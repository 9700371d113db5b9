import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesOf } from '../../../../platform/content/bytes';
import { bytesContent } from '../../../../platform/content/fileContent';
import { parseFiles } from '../../../../platform/projectFiles/files/parseFiles';
import { openZip } from '../../../../platform/projectFiles/zip/readZip';
import { writeZip } from '../../../../platform/projectFiles/zip/writeZip';
import { validateFiles } from '../../../../platform/projectFiles/validate/validateFiles';
import { fillProject } from '../../../support/randomProject';
import {
  allOf,
  filesOf,
  filesWith,
  given,
  notUnchanged,
  packageOf,
  plan,
  useProjects,
} from '../support';

const PROJECT = '{ "format": 1 }';
const JOB = JSON.stringify({
  name: 'Load',
  category: 'Extraction',
  version: { package: 'main.py' },
});
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

const asGiven = (files: ReadonlyMap<string, string>) => given(filesWith(Object.fromEntries(files)));

const parse = async (files: ReadonlyMap<string, string>) => await parseFiles(asGiven(files));

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A new repository with these files, and Git's own tool in it. */
function repository(files: ReadonlyMap<string, string | Buffer>, ...settings: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
  folders.push(folder);
  const user = ['-c', 'user.name=a', '-c', 'user.email=a@b.invalid', ...settings];
  const git = (...args: string[]) =>
    execFileSync('git', [...user, ...args], {
      cwd: folder,
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  for (const [name, text] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const commit = () => {
    git('init', '--initial-branch=main');
    git('add', '--all', '--force');
    git('commit', '--message', 'files');
  };
  return { folder, git, commit };
}

/** What Git's own tool makes of files, as the services that host it do. */
function gitArchive(files: ReadonlyMap<string, string>, links: Record<string, string> = {}) {
  const { folder, git, commit } = repository(files);
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    symlinkSync(target, path.join(folder, name));
  }
  commit();
  return git('archive', '--format=zip', '--prefix=retail-4f1c2a/', 'HEAD');
}

/** The packages of a ZIP file's project, as texts. */
async function packagesIn(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await openZip(bytesContent(bytes));
  try {
    const { packages } = await parseFiles(zip.files);
    const texts = new Map<string, string>();
    for (const [key, content] of packages) {
      texts.set(key, String(await allOf(bytesOf(content))));
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
  const { model, packages } = await parse(files);
  expect(model.entities.job.map(({ key }) => key)).toEqual(['Load']);
  expect([...packages.keys()]).toEqual(['Load']);
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
      message: 'The file retail-4f1c2a/jobs/Load/main.py is a symbolic link',
      hint: expect.stringContaining('Replace the link with the file.') as string,
    });
  });

  test.each(['jobs/Load/main.py', 'jobs/Load.json', 'project.json'])(
    '%s as a pointer of Git LFS is refused by name',
    async (name) => {
      await expect(packagesIn(gitArchive(filesBelow('').set(name, POINTER)))).rejects.toMatchObject(
        {
          message: `The file retail-4f1c2a/${name} is a Git LFS pointer, not the file itself`,
          hint: expect.stringContaining('git lfs pull') as string,
        },
      );
    },
  );
});

test('names with backslashes, as an old tool of Windows writes them', async () => {
  const entries = [...filesBelow('Retail/')].map(([name, text]) => ({
    path: name,
    open: async () => await Promise.resolve({ pieces: [Buffer.from(text)], sha256: sha256(text) }),
  }));
  let text = (await allOf(writeZip(entries))).toString('latin1');
  for (const { path: name } of entries) text = text.replaceAll(name, name.replaceAll('/', '\\'));
  expect(await packagesIn(Buffer.from(text, 'latin1'))).toEqual(PACKAGES);
});

test('two projects are called two', async () => {
  const files = new Map([...filesBelow('retail/'), ...filesBelow('staging/retail/')]);
  await expect(parse(files)).rejects.toThrow(
    'There are 2 files project.json: retail/project.json, staging/retail/project.json',
  );
});

test.each([
  ['Jobs/Load.json', 'The folder "Jobs" must be "jobs"'],
  ['Targets/a.json', 'The folder "Targets" must be "targets"'],
  ['Variables.json', 'The file "Variables.json" must be "variables.json"'],
])('%s: the wrong case is named', async (name, message) => {
  await expect(parse(filesBelow('').set(name, '{}'))).rejects.toThrow(message);
  await expect(parse(filesBelow('a/').set(`a/${name}`, '{}'))).rejects.toThrow(message);
});

test('without a project.json, what stands at the top is named', async () => {
  await expect(parse(new Map([['Project.json', PROJECT]]))).rejects.toThrow(
    'The file "Project.json" must be "project.json"',
  );
  const files = new Map([
    ['README.md', ''],
    ['src/a.py', ''],
    ['src/b.py', ''],
  ]);
  await expect(parse(files)).rejects.toMatchObject({
    message: 'These are not the files of a project: project.json is missing',
    hint: expect.stringContaining('Files at the root: README.md, src/.') as string,
  });
  await expect(parse(new Map())).rejects.toMatchObject({
    hint: expect.stringContaining('No file was passed.') as string,
  });
});

test('an archive that unpacks to far more than it weighs is read no further than its list says', async () => {
  const mib = ' '.repeat(1024 * 1024);
  const files = new Map([
    ['project.json', PROJECT],
    ['jobs/0.json', mib],
  ]);
  const bytes = gitArchive(files);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(mib.length);
  // The sizes in its list, which stands at its end.
  for (let at = 0; (at = bytes.indexOf(size, at)) >= 0; at++) bytes.writeUInt32LE(10, at);
  const zip = await openZip(bytesContent(bytes));
  expect(await validateFiles(zip.files)).toEqual([
    {
      path: 'retail-4f1c2a/jobs/0.json',
      field: null,
      message: expect.stringContaining('expected 10') as string,
    },
  ]);
  await zip.close();
});

describe('an export in Git', () => {
  const at = useProjects();

  test('keeps its packages byte by byte where Git changes line ends', async () => {
    const { sandbox, from } = at;
    fillProject(sandbox, from, 3);
    const version = packageOf(sandbox, 'a\r\nb\nc\r\n');
    sandbox.store.addJob({ projectId: from, name: 'Ends', version });
    const exported = await filesOf(sandbox, from);
    const { folder, git, commit } = repository(exported, '-c', 'core.autocrlf=true');
    commit();
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
});
