import { filesIn, readText } from '../../support/repository';
import { FIGURES } from './figures';

const SOURCES = filesIn('.', '{nodes,platform}/**/*.ts')
  .map((file) => readText(file))
  .join('\n');

test.each(FIGURES)(
  'docs/$page has the figures of the code',
  ({ page, same = [], constants = {} }) => {
    const text = readText('docs', page).replace(/\s+/g, ' ');
    const figures = [...same, ...Object.keys(constants)];
    expect(figures.filter((figure) => !text.includes(figure))).toEqual([]);
    const isDeclared = (constant: string) =>
      new RegExp(`const (?:\\w+_)?${constant.replace(/[{}]/g, '\\$&')};`).test(SOURCES);
    expect(Object.values(constants).filter((constant) => !isDeclared(constant))).toEqual([]);
  },
);
