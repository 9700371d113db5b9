import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FIGURES } from './figures';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

test.each(FIGURES)(
  'docs/$page has the figures of the code',
  ({ page, same = [], constants = {} }) => {
    const text = read(`docs/${page}`).replace(/\s+/g, ' ');
    const figures = [...same, ...Object.keys(constants)];
    expect(figures.filter((figure) => !text.includes(figure))).toEqual([]);
  },
);

const SOURCES = ['nodes', 'platform'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => read(path.join(folder, name))),
);

test.each(
  FIGURES.flatMap(({ page, constants = {} }) =>
    Object.entries(constants).map(([text, constant]) => ({ page, text, constant })),
  ),
)('"$text" of docs/$page is $constant', ({ constant }) => {
  const declared = new RegExp(`const (?:\\w+_)?${constant.replace(/[{}]/g, '\\$&')};`);
  expect(SOURCES.some((source) => declared.test(source))).toBe(true);
});
