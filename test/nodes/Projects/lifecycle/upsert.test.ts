import { PROJECT_IDS, TECHNOLOGY_IDS } from '../../../../sandbox';
import { byId, perform, performed } from '../support';
import { sandboxForEachTest } from '../../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });

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
    const field = 'isDeletable: Boolean';
    const instead = `input JobInput { ${field} } input JobEditionInput { ${field} }`;
    await sandbox.restart({ schemaChanges: { without: [], instead } });
    addJob('etl', { category: 'Extraction', technologyId: TECHNOLOGY_IDS.python });
    const additionalFields = { moreFields: '{ "isDeletable": true }' };
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
      addJob('etl', { category: 'Extraction', technologyId: TECHNOLOGY_IDS.python });
      sandbox.accidents.add({ kind: 'status', operation: 'addJobVersion', status: 400, times: 10 });
      const version = { commandLine: 'python {file} --day' };
      const parameters = { ...JOB, name: 'etl', binaryPropertyName: '', version, additionalFields };
      const { json } = await perform(sandbox, 'job.upsert', parameters, { settings: CONTINUE });
      const says = isChanged ? /^The settings of the job .* were updated, but its new/ : /400/;
      expect(json).toMatchObject([
        { error: expect.stringMatching(says), mayHaveHappened: isChanged },
      ]);
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
    await sandbox.restart({ generation, rewritesTexts: true });
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
    [{ nodes: [] }, 'it has "nodes"'],
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
