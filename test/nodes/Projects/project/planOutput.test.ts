import {
  buildChangeOutput,
  selectRelevantChanges,
} from '../../../../nodes/Projects/resources/project/planOutput';
import { buildPlanTexts } from '../../../../nodes/Projects/resources/project/planText';

const change = (changes: object[]) =>
  buildChangeOutput({ kind: 'job', name: 'Import', action: 'update', changes } as never);
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

test.each([
  [1_000, 'y'.repeat(1_000)],
  [1_001, `${'y'.repeat(999)}…`],
])('a text of %i characters is cut at its end', (length, text) => {
  expect(shown(null, 'y'.repeat(length))).toMatchObject({ from: null, to: text });
});

test.each([
  [100, 0],
  [101, 1],
])('of %i changed fields, 100 are reported', (length, leftOut) => {
  const output = change(Array.from({ length }, (_, n) => ({ field: `f${n}`, from: 1, to: 2 })));
  expect(output.changes).toHaveLength(100);
  expect(output.changesLeftOut).toBe(leftOut);
});

test.each(['load', undefined])('every change has the same fields (alias %s)', (alias) => {
  const output = buildChangeOutput({
    kind: 'job',
    name: 'A',
    alias,
    action: 'create',
    changes: [],
  });
  expect(output).toEqual({
    ...{ kind: 'job', name: 'A', alias: alias ?? null, action: 'create' },
    ...{ reason: null, changes: [], changesLeftOut: 0 },
  });
});

test.each([
  [true, ['update', 'unchanged']],
  [false, ['unchanged', 'update', 'unchanged']],
])('a model (%s) reads what matters', (isToolExecution, actions) => {
  const execution = { isToolExecution: () => isToolExecution, getNode: () => ({ type: 't' }) };
  const unchanged = { action: 'unchanged' };
  const changes = [unchanged, { action: 'update' }, { ...unchanged, reason: 'why' }];
  const relevant = selectRelevantChanges({ execution } as never, changes);
  expect(relevant.map(({ action }) => action)).toEqual(actions);
});

test.each([
  ['Mon', 'Tue', ' from "Mon" to "Tue"'],
  [null, 'Tue', ' set to "Tue"'],
  ['Mon', null, ' "Mon" removed'],
  // An empty value is not shown.
  [null, '', ''],
  ['', null, ''],
])('a variable that was %j and will be %j is shown as%s', (from, to, change) => {
  const changes = [{ field: 'variables.DAY', from, to }];
  const update = { kind: 'job', name: 'Load', action: 'update', changes };
  const { text } = buildPlanTexts({ name: 'Prod', reason: '1 to update.' }, [update]);
  expect(text.split('\n')).toContain(`- update job "Load": variable "DAY"${change}`);
});

test('no value hides what follows it in a form, and a new right shows its role', () => {
  const created = (kind: string, field: string, to: string) => ({
    ...{ kind, name: 'A', action: 'create', changes: [{ field, from: null, to }] },
  });
  const changes = [
    created('variable', 'value', 'Mon <!--'),
    created('right', 'role', 'ROLE_PROJECT_MANAGER'),
  ];
  const { text, html } = buildPlanTexts({ name: 'Prod', reason: '2 to create.' }, changes);
  for (const shown of [text, html]) {
    expect(shown).not.toContain('<!--');
    expect(shown).toContain('ROLE_PROJECT_MANAGER');
  }
});
