import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Every command that takes options: its name, and the program that it ends with. */
const COMMANDS = Object.entries(scripts)
  .map(([name, script]) => [name, /tsx (\S+main\.ts)$/.exec(script)?.[1]] as const)
  .filter((command): command is readonly [string, string] => command[1] !== undefined);

function run(program: string, ...args: string[]) {
  const tsx = path.join(ROOT, 'node_modules', '.bin', 'tsx');
  // Should it start its work after all, that must end.
  const options = { cwd: ROOT, encoding: 'utf8', timeout: 80_000 } as const;
  return spawnSync(tsx, [path.join(ROOT, program), ...args], options);
}

test.each(COMMANDS)('%s --help reports how it is used, and does nothing else', (name, program) => {
  const { status, stdout, stderr } = run(program, '--help');
  expect([status, stderr]).toEqual([0, '']);
  const call = name === 'start' ? 'npm start' : `npm run ${name}`;
  expect(stdout).toMatch(new RegExp(`^\\S.*\\.\n\n  ${call} -- (?:\\[\\S.*\\] )?\\[options\\]\n`));
  expect(stdout).toMatch(/^ {2}--help +this text$/m);
});

test('an unknown option is named, with the usage, before anything is done', () => {
  const { status, stdout, stderr } = run('sandbox/main.ts', '--colour');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^Unknown option '--colour'/);
  expect(stderr).toContain(' -- [');
});
