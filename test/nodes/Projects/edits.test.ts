import {
  APP_TECHNOLOGY_IDS,
  PROJECT_IDS,
  type SandboxOptions,
  TECHNOLOGY_IDS,
} from '../../../sandbox';
import { sandboxForEachTest } from '../../support/testSandbox';
import { byId, perform, performed } from './support';

const sandbox = sandboxForEachTest({ seedRuns: false });
const retailId = PROJECT_IDS.retail;

const SCHEDULE = {
  isScheduled: true,
  cronScheduling: '0 6 * * *',
  scheduleTimezone: 'Europe/Paris',
};
const ALERTING = {
  emails: ['ops@example.com'],
  statusList: ['FAILED'],
  loginEmails: [{ login: 'demo', email: 'demo@example.invalid' }],
};
const RESOURCES = { cpu: { request: 0.5, limit: 2 }, memory: { request: 512 } };
const COMMON = { projectId: retailId, name: 'before', description: 'kept' };

const KINDS = {
  job: (settings: object = {}) =>
    sandbox.store.addJob({
      ...COMMON,
      alias: 'before',
      category: 'Extraction',
      technologyId: TECHNOLOGY_IDS.python,
      settings: { ...SCHEDULE, alerting: ALERTING, resources: RESOURCES, ...settings },
    }),
  pipeline: () =>
    sandbox.store.pipelines.add({
      ...COMMON,
      alias: 'before',
      settings: { ...SCHEDULE, alerting: ALERTING },
      graph: { jobNodes: [], conditionNodes: [] },
    }),
  app: () =>
    sandbox.store.apps.add({
      ...COMMON,
      technologyId: APP_TECHNOLOGY_IDS.dockerImage,
      settings: { alerting: ALERTING, resources: RESOURCES },
    }),
};
type Kind = keyof typeof KINDS;

const FORGETFUL: SandboxOptions = {
  forgottenByEdits: ['description', 'alerting', 'resources', ...Object.keys(SCHEDULE)],
};

const stored = (kind: Kind, id: string) => {
  const { store } = sandbox;
  const table = { job: store.jobTable, pipeline: store.pipelines, app: store.apps }[kind];
  return table.find(id) as { name: string; description: string | null; settings: object };
};

const update = async (kind: Kind, id: string, updateFields: object) =>
  await performed(sandbox, `${kind}.update`, { [`${kind}Id`]: byId(id), updateFields });

describe('what an update does not name stays as it is', () => {
  test.each([
    ['job', {}],
    ['pipeline', {}],
    ['app', {}],
    ['job', FORGETFUL],
    ['pipeline', FORGETFUL],
    ['app', FORGETFUL],
    ['pipeline', { ...FORGETFUL, appendsZone: true, generation: 'middle' }],
  ] as Array<[Kind, SandboxOptions]>)('%s, on a platform with %j', async (kind, options) => {
    await sandbox.restart(options);
    const { id, settings } = KINDS[kind]();
    await update(kind, id, { name: 'after' });
    expect(stored(kind, id)).toMatchObject({ name: 'after', description: 'kept', settings });
    await update(kind, id, { description: '' });
    expect(stored(kind, id)).toMatchObject({ name: 'after', description: null, settings });
  });

  test('of a job that is created or updated', async () => {
    await sandbox.restart(FORGETFUL);
    const { id, settings } = KINDS.job();
    const job = {
      projectId: byId(retailId),
      name: 'after',
      category: byId('Extraction'),
      technologyId: byId(TECHNOLOGY_IDS.python),
      binaryPropertyName: '',
      additionalFields: { alias: 'before' },
    };
    expect(await performed(sandbox, 'job.upsert', job)).toMatchObject([{ id, action: 'updated' }]);
    expect(stored('job', id)).toMatchObject({ name: 'after', description: 'kept', settings });
  });

  test('of two edits at once, neither undoes the other', async () => {
    const { id, settings } = KINDS.job();
    const cron = { cronScheduling: '0 7 * * *' };
    await Promise.all([{ description: 'new' }, cron].map((fields) => update('job', id, fields)));
    expect(stored('job', id)).toMatchObject({
      description: 'new',
      settings: { ...settings, ...cron },
    });
  });
});

test.each([
  ['null', null],
  ['', null],
  ['={{ null }}', null],
  [
    '{ "emails": [], "logins": ["demo"], "statusList": ["KILLED"] }',
    { ...ALERTING, emails: [], statusList: ['KILLED'] },
  ],
])('alerting is set to %j', async (alerting, expected) => {
  const { id } = KINDS.job();
  await update('job', id, { alerting });
  expect(stored('job', id).settings).toMatchObject({ ...SCHEDULE, alerting: expected });
});

test('what the platform has no input for is not sent back', async () => {
  const without = ['JobPipelineAlertingInput.logins', 'JobEditionInput.resources'];
  await sandbox.restart({ schemaChanges: { without, instead: '' } });
  const { id } = KINDS.job();
  await update('job', id, { name: 'after' });
  expect(stored('job', id)).toMatchObject({ name: 'after', settings: { resources: RESOURCES } });
});

test.each([
  [
    'alerting.statusList.0',
    {},
    `input JobPipelineAlertingInput { emails: [Email!] logins: [String!] statusList: [Boolean!] }`,
  ],
  ['resources.cpu.limit', {}, 'input ResourceRequestLimitInput { request: Float limit: Boolean }'],
  [
    'alerting.logins.1',
    { alerting: { ...ALERTING, loginEmails: [...ALERTING.loginEmails, { email: 'x@y.invalid' }] } },
    'type UserEmail { login: String email: String }',
  ],
])('a current %s that the platform does not accept is refused by name', async (...given) => {
  const [place, settings, instead] = given;
  await sandbox.restart({ ...FORGETFUL, schemaChanges: { without: [], instead } });
  const { id } = KINDS.job(settings);
  const before = structuredClone(stored('job', id));
  const fields = (updateFields: object) => ({ jobId: byId(id), updateFields });
  const { error } = await perform(sandbox, 'job.update', fields({ name: 'after' }));
  expect(error?.message).toBe(
    `The job ${id} cannot be updated: the platform does not accept its current value of "${place}"`,
  );
  expect(error?.description).toMatch(/^Set "\w+" in this update as well.* Nothing was changed\.$/);
  expect(stored('job', id)).toEqual(before);
  expect(sandbox.stats.byOperation.editJob).toBeUndefined();
});

test('a current setting that the platform does not accept may be set in the same update', async () => {
  const instead = 'type UserEmail { login: String email: String }';
  await sandbox.restart({ ...FORGETFUL, schemaChanges: { without: [], instead } });
  const loginEmails = [...ALERTING.loginEmails, { email: 'x@y.invalid' }];
  const { id } = KINDS.job({ alerting: { ...ALERTING, loginEmails } });
  await update('job', id, { name: 'after', alerting: 'null' });
  expect(stored('job', id)).toMatchObject({ name: 'after', settings: { alerting: null } });
});

test('an update whose first response is lost and that is refused then has an unknown outcome', async () => {
  const { id } = KINDS.job();
  const errors = [{ message: 'No' }];
  sandbox.faults.add({ kind: 'resetAfter', operation: 'editJob' });
  sandbox.faults.add({ kind: 'errors', operation: 'editJob', errors });
  const parameters = { jobId: byId(id), updateFields: { name: 'after' } };
  const { error } = await perform(sandbox, 'job.update', parameters);
  expect(error?.message).toContain('It is not known whether the platform carried this out');
});

test('nothing is changed if the settings cannot be read', async () => {
  const { id, settings } = KINDS.job();
  const errors = [{ message: 'Access is denied', path: ['job'] }];
  sandbox.faults.add({
    kind: 'errors',
    operation: 'job',
    data: { job: null },
    errors,
    times: 9,
  });
  const parameters = { jobId: byId(id), updateFields: { name: 'after' } };
  expect((await perform(sandbox, 'job.update', parameters)).error?.message).toMatch(/denied/);
  expect(stored('job', id)).toMatchObject({ name: 'before', settings });
  expect(sandbox.stats.byOperation.editJob).toBeUndefined();
});

const projectId = byId(PROJECT_IDS.retail);
const asked = () => sandbox.stats.byOperation;
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const JOB = {
  projectId,
  name: '={{ $json.name }}',
  category: byId('Extraction'),
  technologyId: byId(TECHNOLOGY_IDS.python),
  binaryPropertyName: 'data',
};
const item = (name: string, text = 'x') => ({ json: { name }, file: { name: 'main.py', text } });
const addJob = (name: string, more: object = {}) =>
  sandbox.store.addJob({ projectId: PROJECT_IDS.retail, name, ...more }).id;
const addJobs = () => ['one', 'two', 'three'].map((name) => addJob(name, { alias: name }));

describe('a job', () => {
  test('is made, left alone, and gets a new version if its package differs', async () => {
    const upsert = async (text: string) =>
      await performed(sandbox, 'job.upsert', JOB, { items: [item('etl', text)] });
    expect(await upsert('one')).toMatchObject([{ name: 'etl', action: 'created' }]);
    expect(await upsert('one')).toMatchObject([{ action: 'unchanged' }]);
    expect(asked()).toMatchObject({ createJob: 1, downloadArtifact: 1 });
    expect([asked().addJobVersion, asked().editJob]).toEqual([undefined, undefined]);
    // As long as the one before.
    expect(await upsert('two')).toMatchObject([
      { action: 'updated', currentVersion: { number: 2 } },
    ]);
    expect(asked().addJobVersion).toBe(1);
  });

  test('without a package gets the one that is given', async () => {
    const upsert = async (binaryPropertyName: string) =>
      await performed(sandbox, 'job.upsert', { ...JOB, binaryPropertyName }, ETL);
    expect(await upsert('')).toMatchObject([{ action: 'created' }]);
    const packageInfo = { name: 'main.py' };
    expect(await upsert('data')).toMatchObject([
      { action: 'updated', currentVersion: { number: 2, packageInfo } },
    ]);
  });

  test('keeps what is not set, its package included', async () => {
    const version = { commandLine: 'python {file}', runtimeVersion: '3.12' };
    const first = { ...JOB, version, additionalFields: { alias: 'etl', description: 'kept' } };
    const given = { items: [item('etl', 'one')] };
    const [made] = await performed(sandbox, 'job.upsert', first, given);
    const changed = {
      ...JOB,
      binaryPropertyName: '',
      version: { commandLine: 'python {file} --day' },
      additionalFields: { alias: 'etl', cronScheduling: '0 6 * * *' },
    };
    const items = [{ json: { name: 'renamed' } }];
    expect(await performed(sandbox, 'job.upsert', changed, { items })).toMatchObject([
      {
        id: made?.id,
        name: 'renamed',
        action: 'updated',
        description: 'kept',
        isScheduled: true,
        currentVersion: {
          number: 2,
          commandLine: 'python {file} --day',
          runtimeVersion: '3.12',
          packageInfo: { name: 'main.py' },
        },
      },
    ]);
    const [again] = await performed(sandbox, 'job.upsert', changed, { items });
    expect(again).toMatchObject({ action: 'unchanged' });
  });

  test('is left alone if what "More Fields (JSON)" alone names is as wanted', async () => {
    const types = ['type Job', 'input JobInput', 'input JobEditionInput'];
    const instead = types.map((type) => `${type} { versionNumber: Int }`).join(' ');
    await sandbox.restart({ schemaChanges: { without: [], instead } });
    addJob('etl', { category: 'Extraction', technologyId: TECHNOLOGY_IDS.python });
    const additionalFields = { moreFields: '{ "versionNumber": 1 }' };
    const parameters = { ...JOB, binaryPropertyName: '', additionalFields };
    const { json } = await perform(sandbox, 'job.upsert', parameters, ETL);
    expect(json).toMatchObject([{ action: 'unchanged' }]);
  });

  test('whose alerting is the same in another order is left alone', async () => {
    const actions = [];
    for (const emails of [
      undefined,
      ['a@example.com', 'b@example.com'],
      ['b@example.com', 'a@example.com'],
      [],
    ]) {
      const alerting = JSON.stringify({ emails, logins: ['demo'], statusList: ['FAILED'] });
      const parameters = { ...JOB, additionalFields: emails ? { alerting } : {} };
      const given = { items: [item('etl')] };
      const [json] = await performed(sandbox, 'job.upsert', parameters, given);
      actions.push(json?.action);
    }
    expect(actions).toEqual(['created', 'updated', 'unchanged', 'updated']);
  });

  test('is made once, also by several items that name it', async () => {
    const items = Array.from({ length: 20 }, (_, index) => item(`job ${index % 10}`, 'same'));
    const upserted = await performed(sandbox, 'job.upsert', JOB, { items });
    expect(asked().createJob).toBe(10);
    expect(upserted.filter(({ action }) => action === 'created')).toHaveLength(10);
    expect(upserted.filter(({ action }) => action === 'unchanged')).toHaveLength(10);
    expect(asked().addJobVersion).toBeUndefined();
  });

  test('is not guessed among two of the same name, and keeps its technology', async () => {
    for (const alias of ['a', 'b']) addJob('twice', { alias });
    const items = [item('twice')];
    const { error } = await perform(sandbox, 'job.upsert', JOB, { items });
    expect(error?.message).toBe('The project has 2 jobs with the name "twice"');
    const technologyId = byId(TECHNOLOGY_IDS.sql);
    const other = { ...JOB, technologyId, additionalFields: { alias: 'a' } };
    const { error: refusal } = await perform(sandbox, 'job.upsert', other, { items });
    expect(refusal?.message).toContain('runs with another technology');
    expect([asked().editJob, asked().addJobVersion]).toEqual([undefined, undefined]);
  });

  test.each([
    [{ description: 'New' }, true],
    [{}, false],
  ])(
    'whose version is refused after %j was set: changed %s',
    async (additionalFields, isChanged) => {
      const id = addJob('etl', { category: 'Extraction', technologyId: TECHNOLOGY_IDS.python });
      sandbox.faults.add({ kind: 'status', operation: 'addJobVersion', status: 400, times: 10 });
      const version = { commandLine: 'python {file} --day' };
      const parameters = { ...JOB, name: 'etl', binaryPropertyName: '', version, additionalFields };
      const { json } = await perform(sandbox, 'job.upsert', parameters, { settings: CONTINUE });
      const says = isChanged ? /^The settings of the job .* were updated, but its new/ : /400/;
      expect(json).toMatchObject([
        { error: expect.stringMatching(says), mayHaveHappened: isChanged },
      ]);
      expect(json[0]?.id).toBe(isChanged ? id : undefined);
    },
  );
});

const ETL = { items: [item('etl', 'one')] };
const REWRITTEN_JOB = {
  ...JOB,
  version: { commandLine: 'python {file}\r\n  --day 1 ', runtimeVersion: '3.10' },
  additionalFields: { cronScheduling: ' 0  6 * * * ', description: 'every day ' },
};
const REWRITTEN_PIPELINE = {
  ...{ projectId, name: 'Daily', jobsAs: 'graph' },
  additionalFields: { cronScheduling: '0  6 * * *' },
  graph: {
    jobNodes: [
      { id: 'a', job: 'one', nextNodes: ['c'] },
      { id: 'b', job: 'two' },
    ],
    conditionNodes: [{ id: 'c', condition: { expression: ' 1 > 0' }, nextNodesSuccess: ['b'] }],
  },
};

test.each(['middle', 'recent'] as const)(
  'on a platform that rewrites texts, a second one changes nothing, and another one makes version 2 (%s)',
  async (generation) => {
    await sandbox.restart({ generation, rewritesValues: true });
    addJobs();
    const row = { jobsAs: 'row', jobIds: 'one, two' };
    // Older ones know no conditions but success.
    const pipeline = { ...REWRITTEN_PIPELINE, ...(generation === 'middle' && row) };
    const upsert = async (job: object = {}, more: object = {}) => [
      ...(await performed(sandbox, 'job.upsert', { ...REWRITTEN_JOB, ...job }, ETL)),
      ...(await performed(sandbox, 'pipeline.upsert', { ...pipeline, ...more })),
    ];
    expect(await upsert()).toMatchObject([{ action: 'created' }, { action: 'created' }]);
    expect(await upsert()).toMatchObject([{ action: 'unchanged' }, { action: 'unchanged' }]);
    expect([asked().addJobVersion, asked().editJob]).toEqual([undefined, undefined]);
    const changed = await upsert(
      { version: { commandLine: 'again' } },
      { ...row, jobIds: 'three' },
    );
    const updated = { action: 'updated', currentVersion: { number: 2 } };
    expect(changed).toMatchObject([updated, updated]);
  },
);

describe('a pipeline', () => {
  const PIPELINE = { projectId, name: 'Daily', jobsAs: 'row', jobIds: 'one, two' };

  test('is made, left alone, and gets a new version where its jobs differ', async () => {
    addJobs();
    const upsert = async (more: object = {}) =>
      await performed(sandbox, 'pipeline.upsert', { ...PIPELINE, ...more });
    expect(await upsert()).toMatchObject([{ alias: 'Daily', action: 'created' }]);
    expect(await upsert()).toMatchObject([{ action: 'unchanged' }]);
    const [one, two] = ['one', 'two'].map((job) => ({ id: job, job }));
    // The same jobs in the same order, written in another way.
    const graph = { jobNodes: [two, { ...one, nextNodes: ['two'] }] };
    expect(await upsert({ jobsAs: 'graph', graph })).toMatchObject([{ action: 'unchanged' }]);
    const parallel = { jobNodes: [two, one] };
    expect(await upsert({ jobsAs: 'graph', graph: parallel })).toMatchObject([
      { action: 'updated', currentVersion: { number: 2 } },
    ]);
    expect(asked()).toMatchObject({ createGraphPipeline: 1, addGraphPipelineVersion: 1 });
  });

  const ONE = { id: 'a', job: 'one' };
  const loop = [
    { ...ONE, nextNodes: ['b'] },
    { id: 'b', job: 'two', nextNodes: ['c'] },
    { id: 'c', job: 'three', nextNodes: ['a'] },
  ];
  const conditions = (node: object) => ({
    jobNodes: [{ ...ONE, nextNodes: ['b'] }],
    conditionNodes: [{ id: 'b', ...node }],
  });
  const twofold = { value: 'AllSuccess', expression: 'x > 1' };
  const MISTAKES: Array<[graph: unknown, message: string]> = [
    [{ jobNodes: [] }, 'it has no job'],
    [{ jobNodes: [{ ...ONE, nextNodes: ['z'] }] }, 'the node "a" leads to "z"'],
    [{ jobNodes: loop }, 'it contains a loop: a → b → c → a'],
    [{ jobNodes: [{ id: 'a', job: 'nobody' }] }, 'the project has no job "nobody"'],
    [{ jobNodes: [1] }, '"jobNodes" is not a list of nodes'],
    [{ nodes: [] }, 'it has the unknown field "nodes"'],
    [{ jobNodes: [ONE, { ...ONE, job: 'two' }] }, 'two nodes have the ID "a"'],
    [conditions({ condition: 7 }), 'the condition of the node "b" is neither'],
    [conditions({ condition: twofold }), 'the condition of the node "b" is neither'],
    [conditions({ nextNodesFailure: ['a'] }), 'it contains a loop: a → b → a'],
    ['[', 'it is not JSON'],
  ];

  test('with a wrong graph is refused by name before anything is sent', async () => {
    addJobs();
    const items = MISTAKES.map(([graph]) => ({ json: { graph } as never }));
    const wanted = { ...PIPELINE, jobsAs: 'graph', graph: '={{ $json.graph }}' };
    for (const operation of ['pipeline.create', 'pipeline.upsert']) {
      const { json } = await perform(sandbox, operation, wanted, { items, settings: CONTINUE });
      expect(json.map(({ error }) => error)).toEqual(
        MISTAKES.map(([, message]) =>
          expect.stringContaining(`The graph is not valid: ${message}`),
        ),
      );
    }
    expect(asked().createGraphPipeline).toBeUndefined();
  });

  test('has only the default condition on an older platform', async () => {
    await sandbox.restart({ generation: 'middle' });
    addJobs();
    const create = async (condition: string) => {
      const parameters = { ...PIPELINE, jobsAs: 'graph', graph: conditions({ condition }) };
      return (await perform(sandbox, 'pipeline.create', parameters)).error;
    };
    const refused = await create('AllFailure');
    expect(refused?.message).toBe('This platform cannot use a condition other than AllSuccess');
    expect(asked().createGraphPipeline).toBeUndefined();
    expect(await create('AllSuccess')).toBeUndefined();
    expect(asked().createGraphPipeline).toBe(1);
  });

  test('keeps its conditions, and what follows each of them', async () => {
    const [one, two, three] = addJobs();
    const graph = {
      jobNodes: [
        { id: 1, job: 'one', nextNodes: [4] },
        { id: 2, job: two },
        { id: 3, job: { alias: 'three' }, nextNodes: '5' },
      ],
      conditionNodes: [
        { id: 4, nextNodesSuccess: [2], nextNodesFailure: [3] },
        { id: 5, condition: { expression: 'rows > 10' }, nextNodesSuccess: 2 },
      ],
    };
    const wanted = { ...PIPELINE, jobsAs: 'graph', graph: JSON.stringify(graph) };
    const [made] = await performed(sandbox, 'pipeline.create', wanted);
    const { pipelines } = sandbox.store;
    const [version] = pipelines.versions(pipelines.find(String(made?.id))!);
    const { jobNodes = [], conditionNodes = [] } = version?.details.graph ?? {};
    // They are stored in the order in which they were given.
    const [first, second, third, usual, custom] = [...jobNodes, ...conditionNodes].map(
      ({ id }) => id,
    );
    const expression = 'rows > 10';
    expect({ jobNodes, conditionNodes }).toMatchObject({
      jobNodes: [
        { id: first, jobId: one, nextNodes: [usual] },
        { jobId: two, nextNodes: [] },
        { jobId: three, nextNodes: [custom] },
      ],
      conditionNodes: [
        { condition: 'AllSuccess', nextNodesSuccess: [second], nextNodesFailure: [third] },
        { condition: { expression }, nextNodesSuccess: [second], nextNodesFailure: [] },
      ],
    });
  });
});
