import { tableRows } from '../../support/markdownTable';
import { filesIn, readText } from '../../support/repository';

const [, section = ''] =
  /\n## Words\n([^]*?)\n## /.exec(readText('docs/dev/architecture.md')) ?? [];
const rows = tableRows(section).slice(2);

const sources = filesIn('.', '{nodes,platform,credentials}/**/*.ts')
  .map((file) => readText(file))
  .join('\n');

test('the words of the architecture page are about thirty', () => {
  expect(rows.length).toBeGreaterThanOrEqual(30);
  expect(rows.length).toBeLessThan(45);
});

test.each(rows)('%s: its name is in the code', (_word, _meaning, names = '') => {
  const quoted = [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect(quoted).not.toEqual([]);
  const isDeclared = (name: string) =>
    new RegExp(
      `\\b(?:class|interface|type|function|const) ${name}\\b|\\b${name}\\(|\\b${name}\\??:`,
    ).test(sources);
  expect(quoted.filter((name) => !isDeclared(name))).toEqual([]);
});
