import { setTimeout as pause } from 'node:timers/promises';
import { APP_IDS, JOB_IDS, PIPELINE_IDS, PROJECT_IDS } from '../../../sandbox';
import { describeBeside, ownSandbox as sandbox, testBeside } from '../../support/ownSandbox';
import { retryAtOnce } from '../../support/retryAtOnce';
import { textsIn } from '../../support/textsIn';
import { byId, keptOf, perform, performed, startOperation } from './support';

/** With characters that other forms of text escape. */
const SECRET = 'cafe "crème" \\ 42\nline';

const test = testBeside({ seedRuns: false });

const PLACES = {
  GLOBAL: {},
  PROJECT: { projectId: byId(PROJECT_IDS.retail) },
  PIPELINE: { pipelineId: byId(PIPELINE_IDS.dailySales) },
  JOB: { jobId: byId(JOB_IDS.salesExtraction) },
  APP: { appId: byId(APP_IDS.salesDashboard) },
} as const;
type Scope = keyof typeof PLACES;
const ownerIn = (scope: Scope) => {
  const [owner] = Object.values<ReturnType<typeof byId>>(PLACES[scope]);
  return owner ? String(owner.value) : null;
};
const at = (scope: Scope) => ({ scope, ...PLACES[scope] });
const stored = (scope: Scope, name: string) =>
  sandbox()
    .store.variables.of(scope, ownerIn(scope))
    .filter((variable) => variable.name === name);
const run = async (operation: string, parameters: object, more?: object) =>
  await perform(sandbox(), `environmentVariable.${operation}`, parameters, more);
const done = async (operation: string, parameters: object, more?: object) =>
  await performed(sandbox(), `environmentVariable.${operation}`, parameters, more);
const set = async (parameters: object, more?: object) => await done('set', parameters, more);

test.each(Object.keys(PLACES) as Scope[])(
  'in the scope %s, they are set, changed, listed and deleted by name',
  async (scope) => {
    const name = 'REGION_X';
    const values = { value: 'north', description: 'A' };
    const [made] = await set({ ...at(scope), name, ...values });
    expect(made).toEqual({ id: expect.any(String), name, scope, ...values, isPassword: false });
    const [changed] = await set({ ...at(scope), name, value: 'south' });
    expect(changed).toEqual({ ...made, value: 'south' });
    const listed = await done('getAll', { ...at(scope), returnAll: true });
    expect(listed).toContainEqual(changed);
    expect(listed.every((variable) => variable.scope === scope)).toBe(true);
    expect(await done('delete', { ...at(scope), name })).toEqual([
      { deleted: true, id: made?.id, name, scope },
    ]);
    expect(stored(scope, name)).toEqual([]);
  },
);

test('variables of wider scopes are listed if wanted, and are not changed with a narrower one', async () => {
  const list = async (options: object) => {
    const listed = await done('getAll', { ...at('PROJECT'), returnAll: true, options });
    return [...new Set(listed.map(({ scope }) => scope))].sort();
  };
  expect(await list({})).toEqual(['PROJECT']);
  expect(await list({ includeWiderScopes: true })).toEqual(['GLOBAL', 'PROJECT']);

  const [global] = sandbox().store.variables.of('GLOBAL', null);
  const own = { ...at('PROJECT'), name: global?.name ?? '' };
  await set({ ...own, value: 'own' });
  expect(stored('PROJECT', own.name)).toHaveLength(1);
  await done('delete', own);
  const { error } = await run('delete', own);
  expect(error?.message).toBe(
    `The environment variable "${own.name}" does not exist in the scope PROJECT`,
  );
  expect(error?.description).toContain('To delete a variable of a wider scope, choose that scope');
  expect(sandbox().store.variables.of('GLOBAL', null)[0]).toEqual(global);
});

test('a value that an expression gives is written as text', async () => {
  const items = [7, true, { a: 1 }, ''].map((value, n) => ({ json: { value, name: `V${n}` } }));
  const parameters = { ...at('GLOBAL'), name: '={{ $json.name }}', value: '={{ $json.value }}' };
  const outputs = await set(parameters, { items });
  expect(outputs.map(({ value }) => value)).toEqual(['7', 'true', '{"a":1}', '']);
});

describe('a password', () => {
  const password = { ...at('PROJECT'), name: 'TOKEN_X', isPassword: true };

  test('is set and reported to no one', async () => {
    const made = await run('set', { ...password, value: SECRET });
    const token = { name: 'TOKEN_X', scope: 'PROJECT', value: null, description: null };
    expect(made.json).toEqual([{ id: expect.any(String), ...token, isPassword: true }]);
    expect(stored('PROJECT', 'TOKEN_X')[0]?.value).toBe(SECRET);
    const listed = await run('getAll', { ...at('PROJECT'), returnAll: true });
    expect(listed.json).toContainEqual(made.json[0]);
    expect([made, listed].map(keptOf).join()).not.toContain('cafe');
  });

  test.each([
    [1, '__schema'],
    [10, 'saveEnvironmentVariable'],
  ])('is never shown when %d items are cancelled during %s', async (count, operation) => {
    sandbox().faults.add({ kind: 'hang', operation, times: 1_000 });
    // n8n tries again with what was canceled already.
    const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 50 };
    const more = { items: Array.from({ length: count }, () => ({})), settings };
    const given = { ...password, value: SECRET };
    const setting = await startOperation(sandbox(), 'environmentVariable.set', given, more);
    while (!sandbox().stats.byOperation[operation]) await pause(5);
    setting.cancel();
    const kept = keptOf(await setting.result);
    expect(kept).toContain('TOKEN_X');
    expect(kept).not.toContain('cafe');
  });

  test('needs a value at first, then keeps it if none is given, and stays a password', async () => {
    const { error } = await run('set', { ...password, value: '' });
    expect(error?.message).toBe('The new password "TOKEN_X" has no value');
    expect(stored('PROJECT', 'TOKEN_X')).toEqual([]);
    await set({ ...password, value: SECRET });
    const [changed] = await set({ ...password, value: '', description: 'The token' });
    expect(changed).toMatchObject({ value: null, description: 'The token', isPassword: true });
    expect(stored('PROJECT', 'TOKEN_X')).toMatchObject([{ value: SECRET }]);
    const [again] = await set({ ...password, isPassword: false, value: 'second' });
    expect(again).toMatchObject({ value: null, description: 'The token', isPassword: true });
    expect(stored('PROJECT', 'TOKEN_X')).toMatchObject([{ value: 'second', isPassword: true }]);
  });

  test.each([
    ['refused by the platform', { ...password, name: 'not a name' }],
    ['without a project', { ...password, projectId: byId('={{ $json.none }}') }],
    ['in an unknown scope', { ...password, scope: 'GALAXY' }],
  ])('%s is in no error', async (_case, parameters) => {
    for (const onError of ['stopWorkflow', 'continueRegularOutput']) {
      const given = { ...parameters, value: SECRET };
      const kept = keptOf(await run('set', given, { settings: { onError } }));
      expect(kept).toContain('name');
      expect(kept).not.toContain('cafe');
    }
  });

  test('is not made known by a platform that repeats what it was given', async () => {
    const [operation, query] = ['saveEnvironmentVariable', 'projectEnvironmentVariables'];
    const given = { ...password, value: SECRET };
    const message = `${SECRET} is too short: ${JSON.stringify({ value: SECRET })}`;
    const errors = [{ message, path: [operation], extensions: { code: SECRET } }];
    sandbox().faults.add({ kind: 'errors', operation, errors });
    const refused = await run('set', given);
    expect(refused.error?.message).toContain('*** is too short');

    const token = { id: '2', name: 'TOKEN_X', scope: 'PROJECT', value: SECRET, isPassword: true };
    const repeats = { kind: 'errors', errors: [] } as const;
    sandbox().faults.add({ ...repeats, operation, data: { [operation]: token } });
    const saved = await run('set', given);
    sandbox().faults.add({ ...repeats, operation: query, data: { [query]: [token] } });
    const listed = await run('getAll', at('PROJECT'));
    for (const { json } of [saved, listed]) {
      expect(json).toMatchObject([{ id: '2', name: 'TOKEN_X', value: null }]);
    }
    expect([refused, saved, listed].map(keptOf).join()).not.toContain('cafe');
  });
});

describe('when the response to set is lost', () => {
  const operation = 'saveEnvironmentVariable';
  const DAY = { ...at('JOB'), name: 'DAY', value: 'today' };
  const TOKEN = { ...at('JOB'), name: 'TOKEN', value: 'x-1', isPassword: true };
  const sent = () => sandbox().stats.byOperation[operation];
  const lose = (kind: 'resetBefore' | 'resetAfter', times = 1) =>
    sandbox().faults.add({ kind, operation, times });

  test('what was set is found, and what was not is an unknown outcome: it is never sent again', async () => {
    lose('resetAfter');
    await set(DAY);
    expect(stored('JOB', 'DAY')).toMatchObject([{ value: 'today' }]);
    lose('resetBefore');
    const { error } = await run('set', { ...DAY, name: 'WEEK' });
    expect(error).toMatchObject({ errorCode: 'OUTCOME_UNKNOWN' });
    expect(error?.description).toMatch(/^Before you try again, check .* "WEEK" exists/);
    expect(sent()).toBe(2);
  });

  test('a change of one that exists is sent again', async () => {
    await set(DAY);
    lose('resetBefore');
    await set({ ...DAY, value: 'tomorrow' });
    expect(stored('JOB', 'DAY')).toMatchObject([{ value: 'tomorrow' }]);
    expect(sent()).toBe(3);
    lose('resetBefore', 20);
    const { error } = await run('set', { ...DAY, value: 'never' });
    expect(error).toMatchObject({ errorCode: 'OUTCOME_UNKNOWN' });
  });

  test.each([DAY, TOKEN])(
    'a refusal is reported as one, and not as a lost response: %j',
    async (given) => {
      await set(given);
      const errors = [{ message: 'No right to set variables' }];
      sandbox().faults.add({ kind: 'errors', operation, errors });
      const { error } = await run('set', given);
      expect(error?.message).toContain('No right to set variables');
    },
  );

  test('a change that never arrives is an unknown outcome, although the variable exists', async () => {
    await set(DAY);
    lose('resetBefore', 20);
    const { error } = await run('set', { ...DAY, value: 'tomorrow' });
    expect(error).toMatchObject({ errorCode: 'OUTCOME_UNKNOWN' });
    expect(stored('JOB', 'DAY')).toMatchObject([{ value: 'today' }]);
  });

  test('and the variables cannot be read: the outcome is unknown, and nothing is sent again', async () => {
    lose('resetBefore');
    const reading = { operation: 'jobEnvironmentVariables', skip: 1, times: 1000 };
    sandbox().faults.add({ kind: 'status', ...reading });
    const { error } = await run('set', DAY);
    expect(error?.description).toContain(
      'Before you try again, check whether the environment variable "DAY"',
    );
    expect(sent()).toBe(1);
  });

  test('it was made, but what it is now cannot be read: the failure does not say that nothing happened', async () => {
    await set(DAY);
    const errors = [{ message: 'No', path: [operation, 'name'] }];
    sandbox().faults.add({ kind: 'errors', operation, afterEffect: true, errors });
    const reading = { operation: 'jobEnvironmentVariables', skip: 1, times: 1000 };
    sandbox().faults.add({ kind: 'status', status: 404, ...reading });
    const settings = { onError: 'continueRegularOutput' };
    const { json } = await run('set', { ...DAY, value: 'tomorrow' }, { settings });
    expect(json).toMatchObject([{ errorCode: 'NOT_FOUND', mayHaveHappened: true }]);
    expect(stored('JOB', 'DAY')).toMatchObject([{ value: 'tomorrow' }]);
  });

  test('a new password is set again; one that was changed cannot be read, and the error says so', async () => {
    lose('resetAfter');
    await set(TOKEN);
    expect(stored('JOB', 'TOKEN')).toMatchObject([{ value: 'x-1', isPassword: true }]);
    expect(sent()).toBe(2);
    lose('resetBefore', 20);
    const { error } = await run('set', { ...TOKEN, value: 'x-2' });
    expect(error?.description).toContain('The value of a password cannot be read, so');
  });
});

retryAtOnce();

test('a variable that an earlier try of Retry On Fail has deleted is reported as deleted', async () => {
  const variable = { ...at('JOB'), name: 'DAY' };
  await set({ ...variable, value: 'today' });
  // All attempts of one try.
  const operation = 'deleteEnvironmentVariable';
  sandbox().faults.add({ kind: 'resetAfter', operation, times: 4 });
  const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
  const [deleted] = await done('delete', variable, { settings });
  expect(deleted).toMatchObject({ deleted: true, name: 'DAY' });
  expect(sandbox().faults.pending()).toEqual([]);
  const { error } = await run('delete', variable, { settings });
  expect(error).toMatchObject({ errorCode: 'NOT_FOUND' });
});

const projectId = byId(PROJECT_IDS.retail);
const DRY_RUN = 'This was a dry run. Nothing was changed.';

describeBeside('variables', () => {
  const replaceAll = async (given: object, settings?: object) => {
    const parameters = { scope: 'PROJECT', projectId, ...given };
    return await perform(sandbox(), 'environmentVariable.replaceAll', parameters, { settings });
  };
  const variables = () => sandbox().store.variables.of('PROJECT', PROJECT_IDS.retail);
  const stored = () => Object.fromEntries(variables().map(({ name, value }) => [name, value]));

  test('become those of a text; a dry run reports the same and changes nothing', async () => {
    const before = stored();
    const text = '# ours\nexport REGION="eu north" # here\nNEW=a=b#c\n\nDATABASE_PASSWORD=\n';
    const run = await replaceAll({ format: 'env', text, dryRun: true });
    expect(run.hints).toEqual([DRY_RUN]);
    expect(run.json.every((change) => change.dryRun === true)).toBe(true);
    expect(run.json).toMatchObject([
      { name: 'REGION', action: 'updated', value: 'eu north', previousValue: 'eu-west' },
      { name: 'NEW', action: 'created', value: 'a=b#c' },
      { name: 'DATABASE_PASSWORD', action: 'unchanged', isPassword: true },
    ]);
    expect(stored()).toEqual(before);
    const made = await replaceAll({ format: 'env', text });
    expect(made.json.map((change) => ({ ...change, dryRun: true }))).toEqual(run.json);
    const password = { DATABASE_PASSWORD: 'not-shown' };
    expect(stored()).toEqual({ REGION: 'eu north', NEW: 'a=b#c', ...password });
    const noValue = { value: '', isPassword: true };
    const same = { REGION: 'eu north', NEW: 'a=b#c', DATABASE_PASSWORD: noValue };
    const { json } = await replaceAll({ text: JSON.stringify(same) });
    expect(json.map(({ action }) => action)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    const newPassword = { DATABASE_PASSWORD: { value: 'changed', isPassword: true } };
    const updated = await replaceAll({ text: JSON.stringify({ ...same, ...newPassword }) });
    expect(updated.json[2]).toMatchObject({ name: 'DATABASE_PASSWORD', action: 'updated' });
    expect(stored()).toMatchObject({ DATABASE_PASSWORD: 'changed' });
    const { error } = await replaceAll({ text: JSON.stringify({ TOKEN: noValue }) });
    expect(error?.message).toBe('The new password "TOKEN" has no value');
    expect((await replaceAll({ text: '={{ { "REGION": "eu north" } }}' })).json).toMatchObject([
      { name: 'REGION', action: 'unchanged' },
      { name: 'DATABASE_PASSWORD', action: 'deleted' },
      { name: 'NEW', action: 'deleted' },
    ]);
    expect(stored()).toEqual({ REGION: 'eu north' });
  });

  test.each([
    [0, /^(?!.*variables were changed).*HTTP 409/],
    [1, /^1 of 3 variables were changed, but the change of "B" was not confirmed: /],
  ])('of which only %i could be changed say so', async (skip, message) => {
    const refused = { kind: 'status', operation: 'saveEnvironmentVariable', status: 409 } as const;
    sandbox().faults.add({ ...refused, skip });
    const { error } = await replaceAll({ format: 'env', text: 'A=1\nB=2\nDATABASE_PASSWORD=' });
    expect(error?.message).toMatch(message);
  });

  test('report no password, neither in items nor in the error of a dry run that fails halfway', async () => {
    const text = JSON.stringify({ TOKEN: { value: 'sesame-17', isPassword: true } });
    // The first answer is for the check before all items, the second one for the dry run itself.
    const operation = 'projectEnvironmentVariables';
    sandbox().faults.add({ kind: 'status', operation, skip: 1, status: 409 });
    const settings = { onError: 'continueRegularOutput' } as const;
    const failed = await replaceAll({ text, dryRun: true }, settings);
    const error = expect.stringContaining('409');
    expect(failed.json).toMatchObject([{ error, mayHaveHappened: false }]);
    const run = await replaceAll({ text });
    for (const { data } of [failed.run, run.run]) {
      expect(textsIn(data.resultData).all.join()).not.toContain('sesame-17');
    }
    expect(variables()).toMatchObject([{ name: 'TOKEN', value: 'sesame-17', isPassword: true }]);
  });

  test.each([
    ['json', '{', 'they are not JSON'],
    ['json', '[{ "value": "x" }]', 'a variable has no name'],
    ['json', '{ "A": {"value": {}} }', 'the value of "A" is not a text'],
    ['json', '[{ "name": "A", "valeu": "x" }]', 'the variable "A" has no field "valeu"'],
    [
      'json',
      '{ "A": {"value": "x", "isPassword": "true"} }',
      'the field "isPassword" of "A" must be',
    ],
    ['json', '{ "A": {"description": 5} }', 'the description of "A" is not a text'],
    ['env', 'A=1\nwhat', 'line 2 is not a variable'],
    ['env', 'A=1\nA=2', 'the variable "A" is set twice'],
  ])('in %s as %j are refused, and nothing is changed', async (format, text, message) => {
    const before = stored();
    const { error } = await replaceAll({ format, text });
    expect(error?.message).toContain(`The variables are not valid: ${message}`);
    expect(stored()).toEqual(before);
  });
});
