import { combinedError, readErrors } from '../../../../platform/graphql/send/responseErrors';

const details = { reach: 'answered' } as const;
const errors = (count: number) =>
  readErrors(
    Array.from({ length: count }, (_, n) => ({ message: `Number ${n + 1}` })),
    [],
  );
const together = (count: number) =>
  combinedError('The platform responded', errors(count), null, details);

test('one error is reported as it is', () => {
  expect(together(1)).toMatchObject({
    message: 'The platform responded: Number 1',
    hint: expect.not.stringContaining('more'),
  });
});

test.each([
  [2, 2],
  [20, 20],
  [21, 20],
  [100, 20],
])('of %d errors, %d are described, and how many more there are is said', (count, described) => {
  const { message, hint } = together(count);
  expect(message).toBe(`The platform responded: Number 1 (and ${count - 1} more)`);
  const lines = String(hint).split('\n');
  expect(lines.filter((line) => line.includes('Number'))).toHaveLength(described);
  const left = count - described;
  expect(lines.filter((line) => line.includes('more'))).toEqual(
    left > 0 ? [`… and ${left} more.`] : [],
  );
});

test.each([[undefined], [null], [[]]])('%j is no error', (given) => {
  expect(readErrors(given, [])).toEqual([]);
});

test('whatever else stands there is one, without secrets', () => {
  for (const given of ['a secret text', { message: 'a secret text' }, ['a secret text']]) {
    expect(readErrors(given, ['secret'])).toMatchObject([{ message: 'a *** text' }]);
  }
});

test('a path is reported by names and positions, also where it is written as one text', () => {
  const [list, text, none] = readErrors(
    [
      { message: 'a', path: ['jobs', 0, 'name'] },
      { message: 'b', path: 'jobs[0].name' },
      { message: 'c', path: [] },
    ],
    [],
  );
  expect(list?.path).toEqual(['jobs', 0, 'name']);
  expect(text?.path).toEqual(['jobs', '0', 'name']);
  expect(none?.path).toBeUndefined();
});
