import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  CAUSES,
  causeIn,
  causeInLog,
  excerptOf,
  exitCodeIn,
} from '../../../platform/diagnosis/causes';
import { cases } from '../../support/cases';
import { randomNumbers } from '../../support/random';

/** What the patterns look for, in pieces: their beginnings without an end are the hardest to give up. */
const PIECES = [
  ...['error', 'Exception', 'exit', 'exited', ' with', ' code', ' ', '=', ':', '137'],
  ...['environment variable ', 'A'.repeat(60), 'Connection ', 'time-out ', 'no such '],
  ...['can’t open ', 'failed to pull ', 'insufficient ', '0 errors', 'pull', '名前'],
  ...['\u001b[31m', '\u202e', '\ud800', '\u0000', '\t'],
];

function garbage(random: () => number, length: number): string {
  let text = '';
  while (text.length < length) {
    text +=
      random() < 0.5
        ? PIECES[Math.floor(random() * PIECES.length)]
        : String.fromCodePoint(Math.floor(random() * 0x2fff));
  }
  return text;
}

const cpuMs = (work: () => void) => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

test('garbage is read in a bounded time', () => {
  for (let seed = 0; seed < cases(200); seed++) {
    const random = randomNumbers(seed);
    const log = Array.from({ length: 1 + Math.floor(random() * 2_000) }, (_, index) => ({
      ...(random() < 0.8 && { index }),
      value: garbage(random, random() < 0.02 ? 20_000 : 1 + Math.floor(random() * 300)),
      ...(random() < 0.8 && { stream: 'STDERR' }),
    }));
    const took = cpuMs(() => {
      const shown = excerptOf(log);
      expect(shown.length).toBeLessThanOrEqual(22);
      for (const { value } of shown) expect(value.length).toBeLessThanOrEqual(500);
      const { cause = 'unknown', line } = causeInLog(shown);
      expect(Object.keys(CAUSES)).toContain(cause);
      if (line) expect(shown).toContain(line);
      exitCodeIn(garbage(random, 2_000));
    });
    expect(took).toBeLessThan(2_000);
  }
});

test.each(PIECES)('a line that repeats %j takes no longer than its length says', (piece) => {
  const line = piece.repeat(Math.ceil(1_000_000 / piece.length));
  const read = () =>
    void [causeIn(line), exitCodeIn(line), causeInLog(excerptOf([{ value: line }]))];
  expect(cpuMs(read)).toBeLessThan(200);
});

test.each([
  ['no errors were found', false],
  ['Done: 0 failed, errors: 0', false],
  ['ERROR: disk is gone', true],
  ['Caused by: java.io.IOException', true],
  ['All rows were written', false],
])('%j looks like an error: %s', (value, expected) => {
  expect(excerptOf([{ value }])[0]?.looksLikeError).toBe(expected);
});

test('the first and the last error stand with five lines around each; without one, the end does', () => {
  const shownOf = (...errors: number[]) => {
    const values = Array.from({ length: 100 }, (_, n) => (errors.includes(n) ? 'ERROR' : 'row'));
    return excerptOf(values.map((value, index) => ({ index, value }))).map(({ index }) => index);
  };
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => from + n);
  expect(shownOf(20, 50, 80)).toEqual([...numbers(15, 25), ...numbers(75, 85)]);
  expect(shownOf()).toEqual(numbers(94, 99));
  expect(excerptOf([])).toEqual([]);
});

test.each([
  ['The container exited with code 137', '137'],
  ['exit status 2', '2'],
  ['Exit code: 1', '1'],
  ['exited with code 0', undefined],
  ['existing code 7', undefined],
])('%j names the exit code %s', (text, code) => {
  expect(exitCodeIn(text)).toBe(code);
});

test('docs/runs.md has every cause', () => {
  const page = readFileSync(path.join(__dirname, '../../../docs/runs.md'), 'utf8');
  expect(Object.keys(CAUSES).filter((cause) => !page.includes(`\`${cause}\``))).toEqual([]);
});
