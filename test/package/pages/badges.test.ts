import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GENERATIONS } from '../../../sandbox';
import { PICTURES_AT } from '../../support/network/ownAddress';
import { writtenAnewBy } from '../../support/writtenAnew';
import { badge } from './badge';

const ROOT = path.join(__dirname, '..', '..', '..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

interface Package {
  license: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
const packageOf = (folder: string) => JSON.parse(read(`${folder}/package.json`)) as Package;

const { license, dependencies = {}, devDependencies } = packageOf('.');
const { dependencies: installed } = packageOf('start/n8n');

/** Each tells what the tests run with. */
const BADGES = [
  { name: 'n8n', what: 'tested in n8n', value: installed?.n8n },
  { name: 'node', what: 'tested on Node.js', value: devDependencies?.node },
  {
    name: 'generations',
    what: 'platform generations tested',
    value: String(GENERATIONS.length),
  },
  {
    name: 'dependencies',
    what: 'run-time dependencies',
    value: String(Object.keys(dependencies).length),
  },
  { name: 'licence', what: 'licence', value: license },
];

test.each(BADGES)('the badge "$what" of the README is true', ({ name, what, value }) => {
  expect(value).toMatch(/^[\w.]+$/);
  const file = `docs/images/badges/${name}.svg`;
  const drawn = badge(what, String(value));
  if (process.env.UPDATE_DOCS) writeFileSync(path.join(ROOT, file), drawn);
  writtenAnewBy('UPDATE_DOCS=1 npm test -- test/package/pages/badges', () =>
    expect(read(file)).toBe(drawn),
  );
  expect(read('README.md')).toContain(`![${what}: ${value}](${PICTURES_AT}${file})`);
});
