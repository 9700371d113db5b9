const long = 'It is a long story. '.repeat(1_500);
const many = Array.from({ length: 5_000 }, (_one, index) => ({
  message: `Trouble number ${index}`,
}));

/** Formats of `errors` that were seen or are possible. */
export const errorForms: readonly unknown[] = [
  ['not allowed'],
  [{}],
  [{ code: 17 }],
  { message: 'one object' },
  'a text',
  [null],
  [[]],
  [12],
  true,
  [{ message: { text: 'an object' } }],
  [{ message: null, path: null }],
  // No path goes below a root field: the change was not made.
  [{ message: 'path as text', path: 'runJob' }],
  [{ message: 'locations as an object', locations: { line: 1, column: 2 } }],
  [{ message: 'locations in a list of texts', locations: ['1:2'] }],
  [{ message: 'extensions as text', extensions: 'INTERNAL' }],
  [{ message: 'an ordinary one', path: ['somewhere'], locations: [{ line: 1, column: 1 }] }],
  [{ message: 'no path' }],
  [{ message: 'does not exist' }],
  [{ message: 'has already ended' }],
  [{ message: long }],
  [{ message: 'path of objects', path: [{ a: 1 }, null] }],
  { 0: { message: 'a list that is an object' }, length: 1 },
  many,
];
