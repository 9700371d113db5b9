import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const NPM = path.resolve(__dirname, '../../start/npm.mjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'npm-install-'));
  mkdirSync(path.join(folder, 'node_modules'));
  mkdirSync(path.join(folder, 'bin'));
  writeFileSync(path.join(folder, 'package-lock.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Installs with an npm that only logs, and fails at the given command. @returns log */
function install(failing = '', environment: NodeJS.ProcessEnv = {}): string[] {
  const log = path.join(folder, 'log');
  writeFileSync(log, '');
  const npm = `#!/bin/sh
echo "$1 nodedir=$npm_config_nodedir dry=$npm_config_dry_run" >> ${log}
[ "$1" != "${failing}" ]`;
  writeFileSync(path.join(folder, 'bin/npm'), npm, { mode: 0o755 });
  const program = `import { installLocked } from ${JSON.stringify(NPM)};
    await installLocked(${JSON.stringify(folder)}, 'n8n', ['sqlite3']);`;
  const PATH = `${folder}/bin${path.delimiter}${process.env.PATH}`;
  const env: NodeJS.ProcessEnv = { ...process.env, PATH, npm_config_dry_run: 'true' };
  delete env.npm_config_nodedir;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...env, ...environment },
  });
  expect(status).toBe(failing === '' ? 0 : 1);
  return readFileSync(log, 'utf8').trim().split('\n');
}

const commands = (log: string[]) => log.map((line) => line.split(' ')[0]).join();

test('npm installs once per lock file, and again if it has not finished', () => {
  expect(commands(install('ci'))).toBe('ci');
  expect(commands(install('rebuild'))).toBe('ci,rebuild');
  expect(commands(install())).toBe('ci,rebuild');
  expect(commands(install())).toBe('');
  writeFileSync(path.join(folder, 'package-lock.json'), '{"lockfileVersion":3}');
  expect(commands(install('rebuild'))).toBe('ci,rebuild');
  writeFileSync(path.join(folder, 'package-lock.json'), '{}');
  expect(commands(install())).toBe('ci,rebuild');
});

test('npm compiles with the headers of the pinned Node unless others are chosen, also in a dry run', () => {
  expect(install()[1]).toMatch(/^rebuild nodedir=\/\S+node-(?:linux|darwin)-\w+ dry=false$/);
  rmSync(path.join(folder, 'node_modules/.installed-lock'));
  const chosen = install('', { npm_config_nodedir: '/opt/node' });
  expect(chosen[1]).toBe('rebuild nodedir=/opt/node dry=false');
});
