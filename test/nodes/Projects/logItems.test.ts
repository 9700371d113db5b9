import { logItems } from '../../../nodes/Projects/logs';

/** What an agent gets of these lines. */
function forAgent(lines: string[], which: 'first' | 'last') {
  const execution = { isToolExecution: () => true, addExecutionHints: () => undefined };
  const part = { lines: lines.map((value) => ({ value })), isCut: false };
  const call = { execution, parameters: {} };
  return logItems(call as never, part, { which, limit: 100 } as never, { runId: 'r' })[0]?.json;
}

test.each(['first', 'last'] as const)(
  'of one line that is too long, the %s characters',
  (which) => {
    const line = `first${'.'.repeat(120_000)}last`;
    const json = forAgent([line], which);
    expect(json).toMatchObject({ lines: 1, isCut: true });
    expect(json?.text).toBe(which === 'last' ? line.slice(-100_000) : line.slice(0, 100_000));
  },
);

/** What people get of these lines, and the hints. */
function forPeople(lines: string[], which: string) {
  const hints: object[] = [];
  const execution = {
    isToolExecution: () => false,
    getNode: () => ({ type: 'dataPlatformProjects' }),
    addExecutionHints: (...added: object[]) => void hints.push(...added),
  };
  const part = { lines: lines.map((value) => ({ value, stream: 'STDOUT' })), isCut: true };
  const call = { execution, parameters: { choice: () => 'items' } };
  const read = () => logItems(call as never, part, { which } as never, { runId: 'r' });
  // A second log of the same node.
  return { items: [read(), read()][0]?.map(({ json }) => json), hints };
}

const IS_CUT = 'The field "isCut" shows which logs are affected.';

test.each([
  ['last', `only the last 2 were read. ${IS_CUT} Increase the limit to get more.`],
  [
    'first',
    `only the first 2 were read. ${IS_CUT} Increase the limit to get more. Set "Lines" to "Last" to get the last ones.`,
  ],
  ['all', `only the first 2 were read. ${IS_CUT} Set "Lines" to "Last" to get the last ones.`],
])('of the %s lines, a hint says once what was left out', (which, shown) => {
  const { items, hints } = forPeople(['a', 'b'], which);
  expect(items).toEqual([
    { value: 'a', stream: 'STDOUT', isCut: true, runId: 'r' },
    { value: 'b', stream: 'STDOUT', isCut: true, runId: 'r' },
  ]);
  const message = `Some lines were left out: ${shown}`;
  expect(hints).toEqual([{ message, location: 'outputPane' }]);
});

test.each([
  [99_999, 2, false],
  [100_000, 1, true],
])('a line of %i characters and one of none: an agent gets %i', (length, lines, isCut) => {
  expect(forAgent(['', 'x'.repeat(length)], 'last')).toMatchObject({ lines, isCut });
});
