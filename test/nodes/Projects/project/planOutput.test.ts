import { requestOptions } from '../../../../nodes/Projects/resources/project/deployInput';
import { requireSameTarget } from '../../../../nodes/Projects/resources/project/deployTarget';
import {
  changeOutput,
  summaryOutput,
  relevantChanges,
} from '../../../../nodes/Projects/resources/project/planOutput';
import { entityOutput } from '../../../../nodes/Projects/resources/entityOutput';

const change = (changes: object[], more: object = {}) =>
  changeOutput({ kind: 'job', name: 'Import', action: 'update', changes, ...more } as never);
const shown = (from: unknown, to: unknown) =>
  (change([{ field: 'description', from, to }]).changes as object[])[0];

test.each([
  [null, null],
  [undefined, null],
  ['', ''],
  ['text', 'text'],
  [['a', 'b'], 'a, b'],
  [[], ''],
  [['a', 1], '["a",1]'],
  [{ a: 1 }, '{"a":1}'],
  [0, '0'],
  [false, 'false'],
])('the value %j is shown as %j', (value, text) => {
  expect(shown(value, 'x')).toEqual({ field: 'description', from: text, to: 'x' });
  expect(shown('x', value)).toEqual({ field: 'description', from: 'x', to: text });
});

describe('long texts', () => {
  const long = (start: string) => start + 'x'.repeat(1_500);

  test.each([
    [1_000, 'y'.repeat(1_000)],
    [1_001, `${'y'.repeat(999)}…`],
  ])('one of %i characters is cut at its end', (length, text) => {
    expect(shown(null, 'y'.repeat(length))).toMatchObject({ from: null, to: text });
  });

  test('that differ early are shown from their start', () => {
    const { from, to } = shown(long('a'), long('b')) as { from: string; to: string };
    expect([from.slice(0, 2), to.slice(0, 2)]).toEqual(['ax', 'bx']);
  });

  test.each([
    [100, 'xxx'],
    [101, '…xx'],
    [1_200, '…xx'],
  ])('that differ after %i characters are shown from 100 before that', (at, start) => {
    const before = 'x'.repeat(at);
    const { from, to } = shown(
      `${before}a${'z'.repeat(1_500)}`,
      `${before}b${'z'.repeat(1_500)}`,
    ) as {
      from: string;
      to: string;
    };
    expect([from.slice(0, 3), to.slice(0, 3)]).toEqual([start, start]);
    const place = start === '…xx' ? 101 : at;
    expect([from[place], to[place]]).toEqual(['a', 'b']);
    expect([from.length, to.length]).toEqual([1_000, 1_000]);
  });

  test('of which only one is long are shown from their start', () => {
    expect(shown('short', long('short'))).toMatchObject({ from: 'short' });
  });
});

test.each([
  [100, 100, undefined],
  [101, 100, 1],
  [103, 100, 3],
])('of %i changed fields, 100 are reported', (count, told, leftOut) => {
  const output = change(
    Array.from({ length: count }, (_, n) => ({ field: `f${n}`, from: 1, to: 2 })),
  );
  expect(output.changes).toHaveLength(told);
  expect(output.changesLeftOut).toBe(leftOut);
});

test('alias and reason are reported where there are any', () => {
  const base = { kind: 'job', name: 'Import', action: 'update', changes: [] };
  expect(change([])).toEqual(base);
  expect(change([], { alias: 'import', reason: 'why' })).toEqual({
    ...base,
    alias: 'import',
    reason: 'why',
  });
});

test.each([
  [true, ['update', 'unchanged']],
  [false, ['unchanged', 'update', 'unchanged']],
])('a model (%s) reads what matters', (isToolExecution, actions) => {
  const execution = { isToolExecution: () => isToolExecution, getNode: () => ({ type: 't' }) };
  const changes = [
    { action: 'unchanged' },
    { action: 'update' },
    { action: 'unchanged', reason: 'why' },
  ];
  const told = relevantChanges({ execution } as never, changes);
  expect(told.map(({ action }) => action)).toEqual(actions);
});

test.each([
  [undefined, undefined, {}],
  [3, 'abc', { leftOut: 3, fingerprint: 'abc' }],
])(
  'a sum has what was left out (%j) and the fingerprint (%j) where there are any',
  (leftOut, fingerprint, more) => {
    const summary = {
      name: 'P',
      action: 'plan',
      reason: null,
      counts: {},
      blocked: [],
      runAfter: null,
    };
    expect(summaryOutput({ ...summary, projectId: 'p1', leftOut } as never, fingerprint)).toEqual({
      ...summary,
      kind: 'summary',
      changes: [],
      projectId: 'p1',
      ...more,
    });
  },
);

describe('the files of all items go to one target', () => {
  const itemWith = (itemIndex: number, target: string, targetFile = '') =>
    ({
      itemIndex,
      parameters: {
        choice: () => 'project',
        locator: () => target,
        value: () => targetFile,
        text: (name: string) => (name === 'options.targetFile' ? targetFile : target),
      },
    }) as never;

  test('which they name alike', () => {
    expect(() => requireSameTarget(itemWith(0, 'p1'), itemWith(1, 'p1'))).not.toThrow();
    expect(() =>
      requireSameTarget(itemWith(0, 'p1', ' prod.json'), itemWith(1, 'p1', 'prod.json ')),
    ).not.toThrow();
  });

  test.each([
    ['p2', '', 'p1', 'p2'],
    ['p1', 'prod.json', 'p1', 'p1 (prod.json)'],
  ])('and not %s with the file %j', (target, file, first, other) => {
    expect(() => requireSameTarget(itemWith(0, 'p1'), itemWith(3, target, file))).toThrow(
      `Item 0 has the target "${first}", but item 3 has the target "${other}"`,
    );
  });
});

describe('an entity as an output', () => {
  const jobRuns = { lastRunIn: (runs: unknown[]) => runs[0] ?? null };
  const pages = { url: () => null };
  const client = { jobRuns, pages } as never;

  test.each([
    [{ id: '7' }, { id: '7' }],
    [{ project: { id: 'p1', name: 'Retail' } }, { projectId: 'p1', projectName: 'Retail' }],
    [{ project: { id: 'p1' } }, { projectId: 'p1' }],
    [{ project: null }, {}],
    [{ versions: [{ number: 2 }, { number: 1 }] }, { currentVersion: { number: 2 } }],
    [{ versions: [] }, { currentVersion: null }],
    [{ versions: null }, {}],
    [{ instances: [{ id: 'r1' }] }, { lastRun: { id: 'r1', url: null } }],
    [{ instances: [] }, { lastRun: null }],
    [{ countJobInstance: 0 }, { runsCount: 0 }],
    [
      { history: { currentStatus: 'STARTED', triggerType: 'MANUAL', author: 'ann' } },
      { status: 'STARTED', trigger: 'MANUAL', author: 'ann' },
    ],
  ])('%j is shown as %j', (entity, json) => {
    expect(entityOutput(client, 'job', entity)).toEqual({ url: null, ...json });
  });
});

test.each([
  [undefined, undefined, []],
  [['token'], undefined, ['token']],
  [undefined, ['sesame', '', 'open'], ['sesame', 'open']],
  [['token'], ['sesame'], ['token', 'sesame']],
])('beside the secrets %j, no error shows the values %j', (secrets, values, hidden) => {
  const variables = values && new Map(values.map((value, n) => [`V${n}`, value]));
  const call = { options: { secrets, signal: undefined } };
  expect(requestOptions(call as never, { variables } as never)).toEqual({ secrets: hidden });
});
