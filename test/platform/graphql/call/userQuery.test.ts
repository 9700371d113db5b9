import { readUserQuery } from '../../../../platform/graphql/call/userQuery';

const VARIABLES = 'query Q($a: UUID!, $b: Int! = 1, $c: Int) { x }';
const two = 'query A { projects { id } } mutation B { runJob(jobId: "x") { id } }';

test('sends the text as it was written, and distinguishes mutations by the chosen operation', () => {
  const query = '{ projects { id } } # all';
  expect(readUserQuery(query)).toEqual({ kind: 'query', request: { query } });
  expect(readUserQuery(two, {}, 'A').kind).toBe('query');
  const request = { query: two, operationName: 'B' };
  expect(readUserQuery(two, {}, ' B ')).toEqual({ kind: 'mutation', request });
});

test('names line and column of a syntax mistake', () => {
  expect(() => readUserQuery('query {\n  projects { id name\n')).toThrow(
    expect.objectContaining({
      message: 'The query has a syntax error at line 3, column 1',
      hint: expect.stringContaining('Expected Name, found the end'),
    }),
  );
});

test.each([
  ['nothing', ' ', {}, '', 'The query is empty'],
  ['only a fragment', 'fragment F on Job { id }', {}, '', 'has no operation'],
  ['several operations, none chosen', two, {}, '', 'has 2 operations'],
  ['an operation that is not there', two, {}, 'C', 'no operation named "C"'],
  ['a subscription', 'subscription { x }', {}, '', 'Subscriptions cannot be run'],
  ['a missing variable', VARIABLES, { c: 1 }, '', 'needs a value for $a'],
])('refuses %s', (_name, query, variables, operationName, message) => {
  expect(() => readUserQuery(query, variables, operationName)).toThrow(message);
});

test.each([
  [two, '', 'Set "Operation Name" to one of: A, B.'],
  ['query A { x }', 'C', 'Set "Operation Name" to one of: A.'],
  ['{ x }', 'C', 'Leave "Operation Name" empty.'],
  [
    '{ x } query A { x }',
    '',
    'Give each operation a name, then set "Operation Name" to one of them.',
  ],
])('the operation of %s cannot be chosen by "%s"', (query, operationName, hint) => {
  expect(() => readUserQuery(query, {}, operationName)).toThrow(expect.objectContaining({ hint }));
});
