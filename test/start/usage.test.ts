import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

const COMMANDS = Object.entries(scripts)
  .map(([name, script]) => [name, /tsx ((?:start|sandbox)\/main\.ts)$/.exec(script)?.[1]] as const)
  .filter((command): command is readonly [string, string] => command[1] !== undefined);

function run(program: string, ...args: string[]) {
  const tsx = path.join(ROOT, 'node_modules', '.bin', 'tsx');
  // If it started its work, these settings would end it.
  const env = { ...process.env, N8N_USER_FOLDER: ROOT, N8N_OWNER_EMAIL: '' };
  const options = { cwd: ROOT, env, encoding: 'utf8', timeout: 80_000 } as const;
  return spawnSync(tsx, [path.join(ROOT, program), ...args], options);
}

test.each(COMMANDS)('%s --help reports how it is used, and does nothing else', (name, program) => {
  const { status, stdout, stderr } = run(program, '--help');
  expect([status, stderr]).toEqual([0, '']);
  const call = name === 'start' ? 'npm start' : `npm run ${name}`;
  expect(stdout).toMatch(new RegExp(`^\\S.*\\.\n\n  ${call} -- (?:\\[\\S.*\\] )?\\[options\\]\n`));
  expect(stdout).toMatch(/^ {2}--help +print this text$/m);
});

test.each([
  ['an unknown option', 'sandbox/main.ts', ['--colour'], "Unknown option '--colour'"],
  [
    'a login in the address of n8n',
    'start/main.ts',
    ['--n8n', 'http://owner:secret@localhost:5678'],
    '--n8n needs an address without user name and password',
  ],
])(
  '%s that cannot be used is named, with the usage, before anything is done',
  (_what, program, args, message) => {
    const { status, stdout, stderr } = run(program, ...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.slice(0, message.length)).toBe(message);
    expect(stderr).toContain(' -- [');
    expect(stderr).not.toContain('secret');
  },
);
