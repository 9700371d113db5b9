import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  PAGES_AT,
  PICTURES_AT,
  REPOSITORY,
  withOwnAddress,
} from '../../support/network/ownAddress';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
if (process.env.UPDATE_DOCS) {
  writeFileSync(path.join(ROOT, 'README.md'), withOwnAddress(read('README.md')));
}
const readme = read('README.md');

/** As npm shows it: beside no other file. */
test('links and pictures of README.md are absolute', () => {
  const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target]) => target);
  const links = [...readme.matchAll(/(?<!!)\[[^\]]*\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)].map(
    ([, inline, reference]) => inline ?? reference,
  );
  expect(pictures.length).toBeGreaterThan(5);
  expect(links.length).toBeGreaterThan(30);
  expect(pictures.filter((target) => !target?.startsWith(PICTURES_AT))).toEqual([]);
  const isAbsolute = (target = '') => target.startsWith(PAGES_AT) || /^https:|^#/.test(target);
  expect(links.filter((target) => !isAbsolute(target))).toEqual([]);
});

test.each(['README.md', 'docs/quick-start.md'])('%s tells the two ways in apart', (page) => {
  const text = read(page);
  const first = text.slice(0, text.indexOf('\n## '));
  const [install = '', here = ''] = [...first.matchAll(/\]\((#[\w-]+)\)/g)].map(
    ([, anchor]) => anchor ?? '',
  );
  expect(
    [install, here].every((anchor) => /^#(?:install|in-your-own-n8n|try-it-here)$/.test(anchor)),
  ).toBe(true);
  expect(text.indexOf('\n## In')).toBeGreaterThan(0);
  expect(text.indexOf('\n## Try it here')).toBeGreaterThan(0);
  expect(text).toContain('N8N_UNVERIFIED_PACKAGES_ENABLED');
});

test('README.md installs first, and says what needs a clone', () => {
  expect(readme.indexOf('\n## Install\n')).toBeLessThan(readme.indexOf('\n## Try it here\n'));
  expect(readme).toContain(`git clone ${REPOSITORY}\n`);
  // A command of npm belongs to the part that begins with the clone, or its line says so.
  const [, here = ''] = /\n## Try it here\n([\s\S]*?)\n## /.exec(readme) ?? [];
  const others = readme.replace(here, '').split('\n');
  const commands = others.filter((line) => /\bnpm (?:start|test|run)\b/.test(line));
  expect(commands.length).toBeGreaterThan(1);
  expect(commands.filter((line) => !line.includes('in a clone'))).toEqual([]);
});
