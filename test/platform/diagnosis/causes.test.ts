import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CAUSES, selectExcerpt, findExitCode } from '../../../platform/diagnosis/causes';

test.each([
  ['no errors were found', false],
  ['Done: 0 failed, errors: 0', false],
  ['ERROR: disk is gone', true],
  ['Caused by: java.io.IOException', true],
  ['All rows were written', false],
])('%j looks like an error: %s', (value, expected) => {
  expect(selectExcerpt([{ value }])[0]?.looksLikeError).toBe(expected);
});

test('the first and the last error stand with five lines around each; without one, the end does', () => {
  const shownOf = (...errors: number[]) => {
    const values = Array.from({ length: 100 }, (_, n) => (errors.includes(n) ? 'ERROR' : 'row'));
    return selectExcerpt(values.map((value, index) => ({ index, value }))).map(
      ({ index }) => index,
    );
  };
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => from + n);
  expect(shownOf(20, 50, 80)).toEqual([...numbers(15, 25), ...numbers(75, 85)]);
  expect(shownOf()).toEqual(numbers(94, 99));
  expect(selectExcerpt([])).toEqual([]);
});

test('of a line, 500 characters are shown, and looked for an error in 2,000', () => {
  const shown = ['x'.repeat(1_995), 'x'.repeat(1_996)].flatMap((start) =>
    selectExcerpt([{ value: `${start}ERROR` }]),
  );
  expect(shown.map(({ value }) => value)).toEqual(shown.map(() => `${'x'.repeat(499)}…`));
  expect(shown.map(({ looksLikeError }) => looksLikeError)).toEqual([true, false]);
});

test.each([
  ['The container exited with code 137', '137'],
  ['exit status 2', '2'],
  ['Exit code: 1', '1'],
  ['exited with code 0', undefined],
  ['existing code 7', undefined],
])('%j names the exit code %s', (text, code) => {
  expect(findExitCode(text)).toBe(code);
});

test('docs/runs.md has every cause', () => {
  const page = readFileSync(path.join(__dirname, '../../../docs/runs.md'), 'utf8');
  expect(Object.keys(CAUSES).filter((cause) => !page.includes(`\`${cause}\``))).toEqual([]);
});
