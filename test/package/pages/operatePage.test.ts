import { GlobalConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rowsBelow } from '../../support/markdownTable';
import { PACKAGE_ARCHIVE, PACKAGE_FOLDER } from '../../support/packedPackage';
import { filesIn, readText } from '../../support/repository';
import { PAGES } from './links';
import { USUAL_MS } from '../../../platform/http/limits';
import { DEFAULT_WINDOW_SECONDS } from '../../../platform/runs/start/jobStarts';

const page = readText('docs/operate.md');
const VARIABLES = rowsBelow(page, 'Environment variables');

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
    DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS: USUAL_MS / 1000,
    DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS: DEFAULT_WINDOW_SECONDS,
  });
  const known = new Set(told.map(([variable]) => variable));
  expect([...new Set(inCode)].filter((variable) => !known.has(variable))).toEqual([]);
});

/** Whatever a page tells people to set. */
const NAMED = PAGES.filter((name) => name.startsWith('docs/'))
  .flatMap((name) => readText(name).match(/\b(?:[A-Z0-9]+_)+[A-Z0-9]+\b/g) ?? [])
  .filter((name) =>
    /^(?:N8N|DATA_PLATFORM|EXECUTIONS|DB|QUEUE|NODE)_|_PROXY$|^GENERIC_TIMEZONE$/.test(name),
  );

test('docs/operate.md has every environment variable that a page names', () => {
  const told = new Set(VARIABLES.flatMap(([names]) => names?.match(/[A-Z0-9_]{4,}/g) ?? []));
  expect(NAMED.length).toBeGreaterThan(20);
  expect([...new Set(NAMED)].filter((name) => !told.has(name))).toEqual([]);
});

test('docs/operate.md names the defaults of n8n', () => {
  const { database, executions, generic, scheduler } = Container.get(GlobalConfig);
  const usual = (variable: string) =>
    VARIABLES.find(([names]) => names?.includes(`\`${variable}\``))?.[2];
  const { pruneDataMaxAge, pruneDataMaxCount } = executions;
  expect({
    zone: usual('GENERIC_TIMEZONE'),
    poll: usual('N8N_SCHEDULER_POLL_TIMEOUT'),
    shutdown: usual('N8N_GRACEFUL_SHUTDOWN_TIMEOUT'),
    kept: usual('EXECUTIONS_DATA_MAX_AGE'),
    longest: usual('EXECUTIONS_TIMEOUT_MAX'),
    pool: usual('DB_POSTGRESDB_POOL_SIZE'),
  }).toEqual({
    zone: `\`${generic.timezone}\``,
    poll: String(scheduler.pollTimeoutSeconds),
    shutdown: String(generic.gracefulShutdownTimeout),
    kept: `${pruneDataMaxAge} hours, ${pruneDataMaxCount.toLocaleString('en')}`,
    longest: `no limit, ${executions.maxTimeout}`,
    pool: `${database.postgresdb.poolSize}, ${database.postgresdb.connectionTimeoutMs / 1000} s`,
  });
  expect(executions.timeout).toBe(-1);
  expect(executions.concurrency.productionLimit).toBe(-1);
});

/** What they write is told by those that call them. */
const WRITERS = ['nodes/shared/operation/hints.ts', 'nodes/shared/operation/logProgress.ts'];

test('docs/operate.md has every line that the nodes write to the log of n8n', () => {
  const calls = SOURCES.filter(({ name }) => !WRITERS.includes(name)).flatMap(
    ({ text }) => text.match(/\b(?:logger\??\.(?:debug|info|warn|error)|logProgress)\(/g) ?? [],
  );
  // The last row is a line of n8n itself.
  const lines = rowsBelow(page, 'Log lines').slice(0, -1);
  expect(lines).toHaveLength(calls.length);
  const words = lines
    .map(([, line = '']) => line.replace(/^_.*?_: |^\d+ /, ''))
    .flatMap((line) => line.split(/…|\(?\d.*/))
    .filter((part) => part.length > 3);
  const code = SOURCES.map(({ text }) => text).join('\n');
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
