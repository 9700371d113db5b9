import { logItems } from '../../../nodes/Projects/logItems';

/** What an agent gets of these lines. */
function forAgent(lines: string[], which: 'first' | 'last') {
  const execution = { isToolExecution: () => true, addExecutionHints: () => undefined };
  const part = { lines: lines.map((value) => ({ value })), isCut: false };
  const call = { execution, parameters: {} };
  return logItems(call as never, part, { which, limit: 100 } as never, { runId: 'r' })[0]?.json;
}

test('lines that an agent can read are given whole', () => {
  expect(forAgent(['a', 'b'], 'last')).toEqual({
    text: 'a\nb',
    lines: 2,
    isCut: false,
    runId: 'r',
  });
});

test.each(['first', 'last'] as const)(
  'of one line that is too long, the %s characters',
  (which) => {
    const line = `first${'.'.repeat(120_000)}last`;
    const json = forAgent([line], which);
    expect(json).toMatchObject({ lines: 1, isCut: true });
    expect(String(json?.text)).toHaveLength(100_000);
    expect(
      which === 'last' ? line.endsWith(String(json?.text)) : line.startsWith(String(json?.text)),
    ).toBe(true);
  },
);

test.each(['first', 'last'] as const)('of too many lines, the %s ones', (which) => {
  const lines = ['a'.repeat(60_000), 'b'.repeat(60_000)];
  expect(forAgent(lines, which)).toMatchObject({
    text: which === 'last' ? lines[1] : lines[0],
    lines: 1,
    isCut: true,
  });
});
