import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { schemaFiles } from '../../schemas/files';
import { writtenAnewBy } from '../support/writtenAnew';

const NODES = path.join(__dirname, '../../nodes');

test('the files of output schemas are those that `npm run schemas` writes', () => {
  const there = readdirSync(NODES, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => name.includes('/__schema__/') && name.endsWith('.json'));
  const texts = there.map((name) => [name, readFileSync(path.join(NODES, name), 'utf8')]);
  writtenAnewBy('npm run schemas', () =>
    expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(schemaFiles())),
  );
});
