import { setTimeout as pause } from 'node:timers/promises';
import { APP_IDS, JOB_IDS, PIPELINE_IDS, PROJECT_IDS, VARIABLE_IDS } from '../../../../sandbox';
import { byId, keptOf, perform, performed, startOperation } from '../support';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

/** With characters that other forms of text escape. */
const SECRET = 'cafe "crème" \\ 42\nline';

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '1';
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
const set = async (parameters: object) =>
  await performed(sandbox(), 'environmentVariable.set', parameters);

test.each(Object.keys(PLACES) as Scope[])(
  'in the scope %s, they are set, changed, listed and deleted by name',
  async (scope) => {
    const name = 'REGION_X';
    const values = { value: 'north', description: 'A' };
    const [made] = await set({ ...at(scope), name, ...values });
    expect(made).toEqual({ id: expect.any(String), name, scope, ...values, isPassword: false });
    const [changed] = await set({ ...at(scope), name, value: 'south' });
    expect(changed).toEqual({ ...made, value: 'south' });
    const all = { ...at(scope), returnAll: true };
    const listed = await performed(sandbox(), 'environmentVariable.getAll', all);
    expect(listed).toContainEqual(changed);
    expect(listed.every((variable) => variable.scope === scope)).toBe(true);
    const variable = { ...at(scope), name };
    const deleted = await performed(sandbox(), 'environmentVariable.delete', variable);
    expect(deleted).toEqual([{ deleted: true, id: made?.id, name, scope }]);
    expect(stored(scope, name)).toEqual([]);
  },
);

test('variables of wider scopes are listed if wanted, and are not changed with a narrower one', async () => {
  const list = async (options: object) => {
    const parameters = { ...at('PROJECT'), returnAll: true, options };
    const listed = await performed(sandbox(), 'environmentVariable.getAll', parameters);
    return [...new Set(listed.map(({ scope }) => scope))].sort();
  };
  expect(await list({})).toEqual(['PROJECT']);
  expect(await list({ includeWiderScopes: true })).toEqual(['GLOBAL', 'PROJECT']);

  const global = sandbox().store.variables.find(VARIABLE_IDS.globalLakeUrl);
  const own = { ...at('PROJECT'), name: global?.name ?? '' };
  await set({ ...own, value: 'own' });
  expect(stored('PROJECT', own.name)).toHaveLength(1);
  await performed(sandbox(), 'environmentVariable.delete', own);
  const { error } = await perform(sandbox(), 'environmentVariable.delete', own);
  expect(error?.message).toBe(
    `The environment variable "${own.name}" does not exist in the scope PROJECT`,
  );
  expect(error?.description).toContain('To delete a variable of a wider scope, choose that scope');
  expect(sandbox().store.variables.find(VARIABLE_IDS.globalLakeUrl)).toEqual(global);
});

test('a value that an expression gives is written as text', async () => {
  const items = [7, true, { a: 1 }, ''].map((value, n) => ({ json: { value, name: `V${n}` } }));
  const parameters = { ...at('GLOBAL'), name: '={{ $json.name }}', value: '={{ $json.value }}' };
  const outputs = await performed(sandbox(), 'environmentVariable.set', parameters, { items });
  expect(outputs.map(({ value }) => value)).toEqual(['7', 'true', '{"a":1}', '']);
});

describe('a password', () => {
  const password = { ...at('PROJECT'), name: 'TOKEN_X', isPassword: true };

  test('is set and reported to no one', async () => {
    const run = await perform(sandbox(), 'environmentVariable.set', { ...password, value: SECRET });
    const token = { name: 'TOKEN_X', scope: 'PROJECT', value: null, description: null };
    expect(run.json).toEqual([{ id: expect.any(String), ...token, isPassword: true }]);
    expect(stored('PROJECT', 'TOKEN_X')[0]?.value).toBe(SECRET);
    expect(keptOf(run)).not.toContain('cafe');
    const all = { ...at('PROJECT'), returnAll: true };
    const listed = await perform(sandbox(), 'environmentVariable.getAll', all);
    expect(listed.json).toContainEqual(run.json[0]);
    expect(JSON.stringify(listed.outputs)).not.toContain('cafe');
  });

  test.each([
    [1, '__schema'],
    [10, 'saveEnvironmentVariable'],
  ])(
    'is never shown when %d items are cancelled during the wait for %s',
    async (count, operation) => {
      sandbox().accidents.add({ kind: 'hang', operation, times: 1_000 });
      // n8n tries again with what was canceled already.
      const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 50 };
      const items = Array.from({ length: count }, () => ({}));
      const set = { ...password, value: SECRET };
      const { result, cancel } = await startOperation(sandbox(), 'environmentVariable.set', set, {
        items,
        settings,
      });
      while (!sandbox().stats.byOperation[operation]) await pause(5);
      cancel();
      const run = await result;
      expect(keptOf(run)).toContain('TOKEN_X');
      expect(keptOf(run)).not.toContain('cafe');
    },
  );

  test('needs a value at first, then keeps it if none is given, and stays a password', async () => {
    const empty = { ...password, value: '' };
    const { error } = await perform(sandbox(), 'environmentVariable.set', empty);
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
    const given = { ...parameters, value: SECRET };
    for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
      const more = { settings: { onError } };
      const kept = keptOf(await perform(sandbox(), 'environmentVariable.set', given, more));
      expect(kept).toContain('name');
      expect(kept).not.toContain('cafe');
    }
  });

  test('is not made known by a platform that repeats what it was given', async () => {
    const [operation, query] = ['saveEnvironmentVariable', 'projectEnvironmentVariables'];
    const setIt = async () =>
      await perform(sandbox(), 'environmentVariable.set', { ...password, value: SECRET });
    const message = `${SECRET} is too short: ${JSON.stringify({ value: SECRET })}`;
    const errors = [{ message, path: [operation], extensions: { code: SECRET } }];
    sandbox().accidents.add({ kind: 'errors', operation, errors });
    const refused = await setIt();
    expect(refused.error?.message).toContain('*** is too short');

    const token = { id: '2', name: 'TOKEN_X', scope: 'PROJECT', value: SECRET, isPassword: true };
    const repeats = { kind: 'errors', errors: [] } as const;
    sandbox().accidents.add({ ...repeats, operation, data: { [operation]: token } });
    const saved = await setIt();
    sandbox().accidents.add({ ...repeats, operation: query, data: { [query]: [token] } });
    const listed = await perform(sandbox(), 'environmentVariable.getAll', at('PROJECT'));
    for (const run of [saved, listed]) {
      expect(run.json).toMatchObject([{ id: '2', name: 'TOKEN_X', value: null }]);
    }
    expect([refused, saved, listed].map(keptOf).join()).not.toContain('cafe');
  });
});

describe('when the response to set is lost', () => {
  const operation = 'saveEnvironmentVariable';
  const DAY = { ...at('JOB'), name: 'DAY', value: 'today' };
  const TOKEN = { ...at('JOB'), name: 'TOKEN', value: 'x-1', isPassword: true };
  const sent = () => sandbox().stats.byOperation[operation];
  const failureOf = async (parameters: object) =>
    (await perform(sandbox(), 'environmentVariable.set', parameters)).error?.description;

  test('what arrives late is not made twice', async () => {
    sandbox().accidents.add({ kind: 'status', operation, lateByMs: 200 });
    await set(DAY);
    expect(sent()).toBe(1);
    expect(stored('JOB', 'DAY')).toMatchObject([{ value: 'today' }]);
  });

  test('what took no effect is sent once more, and the error says so if that was lost, too', async () => {
    for (const value of ['today', 'tomorrow']) {
      sandbox().accidents.add({ kind: 'resetBefore', operation });
      await set({ ...DAY, value });
      expect(stored('JOB', 'DAY')).toMatchObject([{ value }]);
    }
    expect(sent()).toBe(4);
    sandbox().accidents.add({ kind: 'resetBefore', operation, times: 10 });
    const description = await failureOf({ ...DAY, name: 'WEEK' });
    expect(description).toContain('sent twice');
    expect(description).not.toContain('not sent again');
    expect(sent()).toBe(6);
  });

  test('and the variables cannot be read: the outcome is unknown, and nothing is sent again', async () => {
    sandbox().accidents.add(
      { kind: 'resetBefore', operation },
      { kind: 'status', operation: 'jobEnvironmentVariables', skip: 1, times: 1000 },
    );
    expect(await failureOf(DAY)).toContain(
      'Before you try again, check whether the environment variable "DAY"',
    );
    expect(sent()).toBe(1);
  });

  test('a new password is set again; one that was changed cannot be read, and the error says so', async () => {
    sandbox().accidents.add({ kind: 'resetAfter', operation });
    await set(TOKEN);
    expect(stored('JOB', 'TOKEN')).toMatchObject([{ value: 'x-1', isPassword: true }]);
    expect(sent()).toBe(2);
    sandbox().accidents.add({ kind: 'resetBefore', operation, times: 20 });
    expect(await failureOf({ ...TOKEN, value: 'x-2' })).toContain(
      'The value of a password cannot be read, so',
    );
  });
});
