import { GraphQLString } from 'graphql';
import { logItems } from '../../../nodes/Projects/logs';
import { toStreamValue } from '../../../platform/runs/logs/logQuery';

/** Output of these lines for an agent. */
function forAgent(lines: string[], which: 'first' | 'last') {
  const execution = { isToolExecution: () => true, addExecutionHints: () => undefined };
  const part = { lines: lines.map((value) => ({ value })), isCut: false };
  const call = { execution, parameters: {} };
  return logItems(call as never, part, { which, limit: 100 } as never, { runId: 'r' })[0]?.json;
}

const LONG = `first${'.'.repeat(99_991)}last`;

const CUT = { lines: 1, isCut: true };

test.each([
  ['as much as it reads', ['', LONG.slice(1)], 'last', { lines: 2, isCut: false }],
  ['no line more', ['', LONG], 'last', { lines: 1, isCut: true }],
  ['the end of a line', [`no${LONG}`], 'last', { ...CUT, text: `…${LONG.slice(1)}` }],
  ['the start of one', [`${LONG}no`], 'first', { ...CUT, text: `${LONG.slice(0, -1)}…` }],
] as const)('an agent gets %s', (_what, lines, which, part) => {
  expect(forAgent([...lines], which)).toMatchObject(part);
});

const LAST = 'Set "Lines" to "Last" to get the last ones.';
const IS_CUT = 'were read. The field "isCut" shows which logs are affected.';

test.each([
  ['last', `the last 2 ${IS_CUT} Increase the limit to get more.`],
  ['first', `the first 2 ${IS_CUT} Increase the limit to get more. ${LAST}`],
  ['all', `the first 2 ${IS_CUT} ${LAST}`],
])('of the %s lines, a hint says once what was left out', (which, shown) => {
  const hints: object[] = [];
  const execution = {
    isToolExecution: () => false,
    getNode: () => ({ type: 'dataPlatformProjects' }),
    addExecutionHints: (...added: object[]) => void hints.push(...added),
  };
  const lines = ['a', 'b'].map((value) => ({ value, stream: 'STDOUT' }));
  const call = { execution, parameters: { choice: () => 'items' } };
  const read = () =>
    logItems(call as never, { lines, isCut: true }, { which } as never, { runId: 'r' });
  // A second log of the same node.
  const [items] = [read(), read()];
  const json = lines.map((line) => ({ ...line, isCut: true, runId: 'r' }));
  expect(items).toEqual(json.map((line) => ({ json: line })));
  const message = `Some lines were left out: only ${shown}`;
  expect(hints).toEqual([{ message, location: 'outputPane' }]);
});

test('a stream is sent as it is where the schema names none', () => {
  expect(toStreamValue({ type: GraphQLString } as never, 'STDERR')).toBe('STDERR');
});
