import { GlobalConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readRowsBelow } from '../../support/markdownTable';
import { PACKAGE_ARCHIVE, PACKAGE_FOLDER } from '../../support/packedPackage';
import { filesIn, readText } from '../../support/repository';
import { PAGES } from './links';
import { DEFAULT_SILENCE_MS } from '../../../platform/http/limits';
import { DEFAULT_LOST_RESPONSE_WINDOW_SECONDS } from '../../../platform/runs/start/jobStarts';

const page = readText('docs/operate.md');
const VARIABLES = readRowsBelow(page, 'Environment variables');

const SOURCES = filesIn('.', '{platform,nodes,credentials}/**/*.ts').map((name) => ({
  name,
  text: readText(name),
}));

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'n8n-folder-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('docs/operate.md has every environment variable of the package, with its default', () => {
  const inCode = SOURCES.flatMap(({ text }) => text.match(/DATA_PLATFORM_[A-Z_]+/g) ?? []);
  const told = VARIABLES.filter(([variable]) => variable?.includes('DATA_PLATFORM')).map(
    ([variable, , usual]) => [variable?.replaceAll('`', ''), Number(usual)],
  );
  expect(Object.fromEntries(told)).toEqual({
    DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS: DEFAULT_SILENCE_MS / 1000,
    DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS: DEFAULT_LOST_RESPONSE_WINDOW_SECONDS,
  });
  const known = new Set(told.map(([variable]) => variable));
  expect([...new Set(inCode)].filter((variable) => !known.has(variable))).toEqual([]);
});

/** The sources of n8n that read its variables, except the module that installs packages. */
const IN_N8N = ['@n8n/config', 'n8n-core']
  .map((name) => path.dirname(require.resolve(name)))
  .flatMap((folder) => filesIn(folder, '**/*config.js').map((name) => readText(folder, name)))
  .join('\n');
const OF_INSTALLER = /^N8N_(?:COMMUNITY_PACKAGES|UNVERIFIED_PACKAGES)_|^N8N_CUSTOM_EXTENSIONS$/;

test('the variables of n8n that pages name exist', () => {
  const named = PAGES.filter((page) => page.startsWith('docs/')).flatMap(
    (name) => readText(name).match(/\b(?:N8N|EXECUTIONS|DB|QUEUE)_[A-Z0-9_]+\b/g) ?? [],
  );
  const missing = named.filter((name) => !IN_N8N.includes(name) && !OF_INSTALLER.test(name));
  expect(named.length).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});

test('pages name the defaults of n8n', () => {
  const { database, executions, generic } = Container.get(GlobalConfig);
  const { poolSize, connectionTimeoutMs } = database.postgresdb;
  const scale = readText('docs/scale.md').replace(/\s+/g, ' ');
  expect(scale).toContain(`has ${poolSize} connections to PostgreSQL`);
  expect(scale).toContain(`gives up after ${connectionTimeoutMs / 1000} s`);
  expect(scale).toContain(
    `\`N8N_GRACEFUL_SHUTDOWN_TIMEOUT\` (${generic.gracefulShutdownTimeout} s)`,
  );
  expect(executions.timeout).toBe(-1);
});

test('the lines of the log that docs/operate.md names are written by the nodes', () => {
  // The last row is a line of n8n itself.
  const words = readRowsBelow(page, 'Log lines')
    .slice(0, -1)
    .map(([, line = '']) => line.replace(/^(?:_.*?_: )?(?:\d+ )?/, ''))
    .flatMap((line) => line.split(/…|\(?\d.*/))
    .filter((part) => part.length > 3);
  const code = SOURCES.map(({ text }) => text).join('\n');
  expect(words.length).toBeGreaterThan(5);
  expect(words.filter((part) => !code.includes(part.trim()))).toEqual([]);
});

const contents = (of: string) => readdirSync(of, { recursive: true, encoding: 'utf8' }).sort();
const installed = () => contents(path.join(folder, 'nodes/node_modules/n8n-nodes-data-platform'));

test('the commands for a machine without the internet put the package where n8n looks for it', () => {
  const commands = /```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(commands).toContain('tar -xzf n8n-nodes-data-platform-<version>.tgz');
  copyFileSync(PACKAGE_ARCHIVE, path.join(folder, 'n8n-nodes-data-platform-1.2.3.tgz'));
  const script = commands.replaceAll('<version>', '1.2.3');
  execFileSync('sh', ['-ec', script], { cwd: folder, stdio: 'pipe' });
  expect(installed()).toEqual(contents(PACKAGE_FOLDER));
});

test('the Docker image of docs/operate.md unpacks the package at each start, then starts n8n with its arguments', () => {
  const entry = /^ENTRYPOINT (\[.+\])$/m.exec(page)?.[1] ?? '[]';
  const [shell = '', option = '', script = '', ...names] = JSON.parse(entry) as string[];
  const here = script
    .replaceAll('/home/node/.n8n', folder)
    .replaceAll('/opt/data-platform.tgz', PACKAGE_ARCHIVE)
    .replace('tini -- /docker-entrypoint.sh', 'echo');
  const start = () => execFileSync(shell, [option, here, ...names, 'worker', '--concurrency=5']);
  expect([start(), start()].map(String)).toEqual(Array(2).fill('worker --concurrency=5\n'));
  expect(installed()).toEqual(contents(PACKAGE_FOLDER));
});

test('npm installs the file without the internet by the option that docs/operate.md names, and brings nothing else', () => {
  expect(page).toContain('npm install --legacy-peer-deps <file>.tgz');
  execFileSync('npm', ['install', '--offline', '--legacy-peer-deps', PACKAGE_ARCHIVE], {
    cwd: folder,
    stdio: 'pipe',
    env: { ...process.env, npm_config_cache: path.join(folder, 'cache') },
  });
  const names = readdirSync(path.join(folder, 'node_modules'));
  expect(names.filter((name) => /^\w/.test(name))).toEqual(['n8n-nodes-data-platform']);
});
