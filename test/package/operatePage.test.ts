import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PACKAGE_ARCHIVE, PACKAGE_FOLDER } from '../../harness/packedPackage';
import { USUAL_MS } from '../../platform/http/silence';
import { USUAL_SECONDS } from '../../platform/runs/start/lostAnswerWindow';

const ROOT = path.resolve(__dirname, '..', '..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const page = read('docs/operate.md');
const rows = (heading: string) =>
  (new RegExp(`^## ${heading}$([\\s\\S]*?)^## `, 'm').exec(page)?.[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()));

const SOURCES = ['platform', 'nodes', 'credentials'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name: `${folder}/${name}`, text: read(`${folder}/${name}`) })),
);

/** Makes tests see borrowed memory that is read too late; of no use to anybody else. */
const FOR_TESTS = 'DATA_PLATFORM_OVERWRITE_FREE_MEMORY';

test('docs/operate.md has every environment variable of the package, with its default', () => {
  const inCode = SOURCES.flatMap(({ text }) => text.match(/DATA_PLATFORM_[A-Z_]+/g) ?? []);
  const told = rows('Environment variables')
    .filter(([, variable]) => variable?.includes('DATA_PLATFORM'))
    .map(([, variable, , usual]) => [variable?.replaceAll('`', ''), Number(usual)]);
  expect(Object.fromEntries(told)).toEqual({
    DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS: USUAL_MS / 1000,
    DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS: USUAL_SECONDS,
  });
  const known = new Set([...told.map(([variable]) => variable), FOR_TESTS]);
  expect([...new Set(inCode)].filter((variable) => !known.has(variable))).toEqual([]);
});

/** What is written to n8n's log, by the files that write it; hints have pages of their own. */
const LINES = new Map([
  ['nodes/Projects/runs/start/runLog.ts', ['Started run … of job … (execution …, item …)']],
  ['nodes/Projects/runs/wait/progress.ts', ['waiting for 12 runs (10 RUNNING, 2 QUEUED)']],
  ['nodes/Projects/runs/wait/awaitedRuns.ts', ['a run goes on at the platform (…)']],
  ['nodes/Projects/resources/project/deploy.ts', ['waiting for another deploy']],
  [
    'nodes/ProjectsTrigger/poll.ts',
    [
      'runs that are missed cannot be told of 1 schedules: …',
      'the platform has no job …. The others are watched',
    ],
  ],
  ['nodes/ConfFilesTrigger/state.ts', ['What the trigger remembered is damaged: it starts anew.']],
  ['nodes/ConfFilesTrigger/items.ts', ['its change is told without its content.']],
  ['nodes/ConfFilesTrigger/poll.ts', ['left out because no path can hold their names']],
]);
const HINTS = ['nodes/shared/operation/hints.ts'];

test('docs/operate.md has every line that the nodes write to the log of n8n', () => {
  const writing = SOURCES.flatMap(({ name, text }): Array<[string, number]> => {
    const calls = text.match(/\blogger\??\.(?:debug|info|warn|error)\(/g) ?? [];
    return calls.length === 0 || HINTS.includes(name) ? [] : [[name, calls.length]];
  });
  const expected = [...LINES].map(([name, lines]) => [name, lines.length]);
  expect(Object.fromEntries(writing)).toEqual(Object.fromEntries(expected));
  const told = rows('Log lines').map(([, , line]) => line ?? '');
  const lines = [...LINES.values()].flat();
  expect(lines.filter((line) => !told.some((row) => row.includes(line)))).toEqual([]);
});

test('the commands for a machine without the internet put the package where n8n looks for it', () => {
  const commands = /```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(commands).toContain('tar -xzf n8n-nodes-data-platform-<version>.tgz');
  const userFolder = mkdtempSync(path.join(tmpdir(), 'n8n-user-folder-'));
  try {
    copyFileSync(PACKAGE_ARCHIVE, path.join(userFolder, 'n8n-nodes-data-platform-1.2.3.tgz'));
    const script = commands.replaceAll('<version>', '1.2.3');
    execFileSync('sh', ['-ec', script], { cwd: userFolder, stdio: 'pipe' });
    const installed = path.join(userFolder, 'nodes', 'node_modules', 'n8n-nodes-data-platform');
    const contents = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    expect(contents(installed)).toEqual(contents(PACKAGE_FOLDER));
  } finally {
    rmSync(userFolder, { recursive: true, force: true });
  }
});
