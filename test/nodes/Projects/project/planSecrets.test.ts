import { LoggerProxy, type INode, type Logger } from 'n8n-workflow';
import { captureInfoLines } from '../../../support/engine/infoLines';
import type { StartItem } from '../../../support/engine/helperNodes';
import type { WorkflowRun } from '../../../support/engine/runWorkflow';
import { withSecretVariables } from '../../../../nodes/Projects/resources/project/deployInput';
import { sandboxForEachTest } from '../../../support/testSandbox';
import { keptOf, perform, performed } from '../support';
import { into as intoProject } from './support';

/** All values of the option Variables contain it, also those of earlier deploys. */
const CANARY = 'canary-7f3e9b';

const sandbox = sandboxForEachTest({ seedRuns: false });
let projectId: string;
beforeEach(() => {
  projectId = sandbox.store.addProject({ name: 'Shop' }).id;
});

interface Variable {
  name: string;
  isPassword?: boolean | null;
  value?: string;
}

/** Adds a variable to the project, with the value of an earlier deploy. */
function addToTarget({ name, isPassword = false }: Variable, entityId = projectId): void {
  const scope = entityId === projectId ? 'PROJECT' : 'JOB';
  const value = `${CANARY} of yesterday`;
  sandbox.store.variables.add({ scope, entityId, name, value, isPassword: isPassword === true });
}

interface Files {
  ofProject?: Variable[];
  ofJob?: Variable[];
  target?: object;
}

function itemsOf({ ofProject = [], ofJob = [], target }: Files): StartItem[] {
  const job = { name: 'Load', alias: 'load', category: 'Extraction', variables: ofJob };
  const technology = { label: 'Python' };
  const files = {
    'project.json': { format: 1, packages: false },
    'variables.json': ofProject,
    'jobs/load.json': { ...job, technology, version: { commandLine: 'python main.py' } },
    ...(target && { 'targets/live.json': target }),
  };
  return Object.entries(files).map(([path, content]) => ({
    json: { path },
    file: { name: path, text: JSON.stringify(content) },
  }));
}

const into = (names: readonly string[], options: object = {}) => {
  const values = names.map((name) => ({ name, value: `${CANARY} for ${name}` }));
  return intoProject(projectId, { variables: { values }, ...options });
};

/** Runs a node, and expects no value of the option in the saved execution or in n8n's log. */
async function ranShowingNone(
  name: string,
  parameters: object,
  more: object,
): Promise<WorkflowRun> {
  const logged: unknown[] = [];
  const write = (...what: unknown[]) => void logged.push(...what);
  LoggerProxy.init({ error: write, warn: write, info: write, debug: write } as unknown as Logger);
  let run!: WorkflowRun;
  const lines = await captureInfoLines(
    async () => (run = await perform(sandbox, name, parameters, more)),
  );
  const shown = `${keptOf(run)} ${JSON.stringify([logged, lines])}`;
  expect(shown.match(new RegExp(`.{0,60}${CANARY}`, 'g')) ?? []).toEqual([]);
  return run;
}

const DATABASE_PASSWORD = { name: 'DATABASE_PASSWORD', isPassword: true };
const REASON = /is a password in the files or on the target/;
const PASSWORD_IN_PLAIN: Array<[where: string, Files, onTarget: Variable[]]> = [
  ['of the project, for a job', { ofProject: [DATABASE_PASSWORD] }, []],
  ['of another job on the target', {}, []],
  ['on the target, for a job', {}, [DATABASE_PASSWORD]],
];

describe.each(['project.plan', 'project.deploy'])('%s', (operation) => {
  const names = ['DATABASE_PASSWORD', 'TOKEN', 'load/OWN'];
  const files: Files = {
    ofProject: [DATABASE_PASSWORD, { name: 'TOKEN', value: 'for development' }],
    ofJob: [{ name: 'OWN' }],
  };

  test('shows no value of the option Variables, whether its variable is a password or not', async () => {
    addToTarget({ name: 'TOKEN' });
    const options = into(names);
    const { json } = await ranShowingNone(operation, options, { items: itemsOf(files) });
    const changesOf = (name: string) => json.find((item) => item.name === name)?.changes;
    expect(changesOf('TOKEN')).toEqual([{ field: 'value', from: '***', to: '***' }]);
    expect(changesOf('Load')).toContainEqual({ field: 'variables.OWN', from: null, to: '***' });
  });

  test('shows no value of a password that it creates, changes or deletes', async () => {
    const job = sandbox.store.addJob({ projectId, name: 'Load', alias: 'load' });
    // The job stores passwords of the project as plain text.
    for (const name of ['GONE', 'CHANGED']) addToTarget({ name }, job.id);
    addToTarget({ name: 'BECOMES_ONE' });
    for (const name of ['CHANGED', 'GONE']) addToTarget({ name, isPassword: true });
    const ofProject = ['BECOMES_ONE', 'CHANGED'].map((name) => ({
      ...{ name, isPassword: true },
      description: 'New',
    }));
    const ofJob = [{ name: 'CHANGED', value: 'of the files' }];
    const items = itemsOf({ ofProject: [DATABASE_PASSWORD, ...ofProject], ofJob });
    const options = into(['DATABASE_PASSWORD', 'BECOMES_ONE'], { deleteExtraneous: true });
    const { json } = await ranShowingNone(operation, options, { items });
    const fieldsOf = (name: string) =>
      (json.find((item) => item.name === name)?.changes as Array<{ field: string }>).map(
        ({ field }) => field,
      );
    expect(fieldsOf('DATABASE_PASSWORD')).toEqual(['isPassword']);
    expect(fieldsOf('BECOMES_ONE')).toEqual(['isPassword', 'description']);
    expect(fieldsOf('CHANGED')).toEqual(['description']);
    expect(fieldsOf('GONE')).toEqual(['isPassword']);
    expect(fieldsOf('Load')).toEqual(
      expect.arrayContaining(['variables.CHANGED', 'variables.GONE']),
    );
    expect(json[0]?.text).toMatch(
      /^- created? variable "DATABASE_PASSWORD": "isPassword" set to "true"$/m,
    );
  });

  test.each(PASSWORD_IN_PLAIN)(
    'refuses to store a password %s, as plain text',
    async (where, given, onTarget) => {
      for (const variable of onTarget) addToTarget(variable);
      if (where.includes('another job')) {
        addToTarget(DATABASE_PASSWORD, sandbox.store.addJob({ projectId, name: 'Other' }).id);
      }
      const items = itemsOf({ ...given, ofJob: [{ name: 'DATABASE_PASSWORD' }] });
      const options = into(['DATABASE_PASSWORD']);
      const { json, error } = await ranShowingNone(operation, options, { items });
      const reason = operation === 'project.plan' ? json[0]?.blocked : error?.description;
      expect(JSON.stringify(reason)).toMatch(/Load.*DATABASE_PASSWORD/);
      expect(JSON.stringify(reason)).toMatch(REASON);
      expect(sandbox.stats.byOperation.saveEnvironmentVariable).toBeUndefined();
      expect(sandbox.stats.byOperation.createJob).toBeUndefined();
    },
  );
});

test('a drift report shows no value that an earlier deploy took from the option Variables', async () => {
  addToTarget({ name: 'TOKEN' });
  const job = sandbox.store.addJob({ projectId, name: 'Load', alias: 'load' });
  addToTarget({ name: 'TOKEN' }, job.id);
  const options = into(['TOKEN'], { driftOnly: true });
  const items = itemsOf({ ofProject: [{ name: 'TOKEN' }] });
  const { json } = await ranShowingNone('project.plan', options, { items });
  const changes = json.flatMap((item) => item.changes);
  expect(changes).toContainEqual({ field: 'value', from: '***', to: '***' });
  expect(changes).toContainEqual({ field: 'variables.TOKEN', from: '***', to: null });
});

const MESSAGE = { message: expect.stringMatching(REASON) };

test.each<[what: string, Files, problems: object[]]>([
  [
    'a job whose variable is no password: Validate names the file and the field',
    { ofJob: [{ name: 'DATABASE_PASSWORD' }] },
    [{ path: 'jobs/load.json', field: 'variables.DATABASE_PASSWORD.isPassword', ...MESSAGE }],
  ],
  [
    'the file of a target that turns it into plain text',
    { target: { variables: { DATABASE_PASSWORD: { isPassword: false } } } },
    [{ path: 'targets/live.json', ...MESSAGE }],
  ],
  [
    'a variable with a value in the files, which Validate accepts',
    { ofJob: [{ name: 'DATABASE_PASSWORD', value: 'none' }] },
    [{ valid: true }],
  ],
])('the value of a password is not planned for %s', async (_what, files, problems) => {
  const items = itemsOf({ ofProject: [DATABASE_PASSWORD], ...files });
  const target = files.target && { targetFile: 'live' };
  const [summary] = await performed(sandbox, 'project.plan', into(['DATABASE_PASSWORD'], target), {
    items,
  });
  expect(JSON.stringify(summary?.blocked)).toMatch(REASON);
  const validated = await performed(
    sandbox,
    'project.validate',
    { source: 'items', ifInvalid: 'return' },
    { items },
  );
  expect(validated.slice(0, 1)).toMatchObject(problems);
});

const CONTINUING = ['continueRegularOutput', 'continueErrorOutput'] as const;
const ON_ERROR: ReadonlyArray<Partial<INode>> = [
  {},
  { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
  ...CONTINUING.map((onError) => ({ onError })),
];

test.each(ON_ERROR)('a step that fails keeps no value, in a node with %j', async (settings) => {
  addToTarget({ name: 'TOKEN' });
  sandbox.faults.add({ kind: 'echo', operation: 'saveEnvironmentVariable', times: 50 });
  const items = itemsOf({
    ofProject: [DATABASE_PASSWORD, { name: 'TOKEN', value: 'x' }],
    ofJob: [{ name: 'OWN' }],
  });
  const options = into(['DATABASE_PASSWORD', 'TOKEN', 'load/OWN']);
  const more = { items, settings };
  const { outputs, error } = await ranShowingNone('project.deploy', options, more);
  const failed = outputs.flat().filter((item) => item.error ?? item.json.error);
  expect(error !== undefined || failed.length > 0).toBe(true);
});

test('requests have the values beside the secrets of the login, which no error shows either', () => {
  const variables = new Map(Object.entries({ A: 'sesame', B: '' }));
  const call = { options: { secrets: ['token'] } };
  const secrets = ['token', 'sesame'];
  expect(withSecretVariables(call as never, { variables } as never)).toEqual({ secrets });
});
