import { buildSchema } from 'graphql';
import { PROJECT_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { byId, perform, performed, startOther } from '../support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

const { retail, energy } = PROJECT_IDS;
const TO_ENERGY = { targetProjectId: byId(energy) };
const CONTINUE = { onError: 'continueErrorOutput' } as const;
const QUICK = { queueSeconds: 0, durationSeconds: 0 };
const asked = () => sandbox.stats.byOperation;

function addJob(): string {
  return sandbox.store.addJob({ projectId: retail, name: 'etl', script: QUICK }).id;
}

function addPipeline(jobId = addJob()): string {
  const node = { id: jobId, jobId, position: null, nextNodes: [] };
  const graph = { jobNodes: [node], conditionNodes: [] };
  return sandbox.store.pipelines.add({ projectId: retail, name: 'daily', graph }).id;
}

function addVolume(): string {
  const { store } = sandbox;
  const name = `data ${store.volumes.of(retail).length}`;
  const volume = { projectId: retail, name, size: '1 GB', description: null, creator: 'demo' };
  return store.volumes.add({ ...volume, createdAt: store.clock() }).id;
}

const JOB = '20000000-0000-4000-8000-00000000000a';

const KINDS = [
  { kind: 'job', add: () => addJob(), mutation: 'moveJob' },
  { kind: 'pipeline', add: () => addPipeline(), mutation: 'movePipeline' },
  { kind: 'volume', add: addVolume, mutation: 'moveVolume' },
] as const;

type Kind = (typeof KINDS)[number]['kind'];

function projectOf(kind: Kind, id: unknown): string | undefined {
  const { store } = sandbox;
  const find = {
    job: () => store.job(String(id)),
    pipeline: () => store.pipelines.find(String(id)),
    volume: () => store.volumes.find(String(id)),
  };
  return find[kind]()?.projectId;
}

describe.each(KINDS)('any $kind', ({ kind, add, mutation }) => {
  const idOf = (id: string) => ({ [`${kind}Id`]: byId(id) });
  const move = `${kind}.move`;

  test('goes to another project, where it has the ID that is returned', async () => {
    const previousId = add();
    const [moved] = await performed(sandbox, move, { ...idOf(previousId), ...TO_ENERGY });
    expect(moved).toMatchObject({ previousId, projectId: energy, action: 'moved' });
    expect(projectOf(kind, moved?.id)).toBe(energy);
    expect(projectOf(kind, previousId)).toBeUndefined();
    if (kind === 'volume') expect(moved).not.toHaveProperty('url');
    else expect(moved?.url).toContain(`/project/${energy}/${kind}/${String(moved?.id)}`);
  });

  test('that is in the target project stays as it is, and nothing is sent', async () => {
    const id = add();
    const parameters = { ...idOf(id), targetProjectId: byId(retail.toUpperCase()) };
    expect(await performed(sandbox, move, parameters)).toMatchObject([
      { id, previousId: id, action: 'unchanged' },
    ]);
    expect(asked()[mutation]).toBeUndefined();
  });

  test('of 40 items: each once', async () => {
    const items = Array.from({ length: 40 }, () => ({ json: { id: add() } }));
    const parameters = { ...idOf('={{ $json.id }}'), ...TO_ENERGY };
    const json = await performed(sandbox, move, parameters, { items });
    expect(json.map(({ previousId }) => previousId)).toEqual(items.map(({ json }) => json.id));
    expect(new Set(json.map(({ id }) => projectOf(kind, id)))).toEqual(new Set([energy]));
    expect(asked()[mutation]).toBe(40);
    // They are read together.
    expect(sandbox.stats.requests).toBeLessThan(80);
  });
});

describe('a job', () => {
  test('that several items name is moved once, and each of them returns it', async () => {
    const previousId = addJob();
    const ids = [previousId, ` ${previousId.toUpperCase()} `, previousId];
    const items = ids.map((id) => ({ json: { id } }));
    const parameters = { jobId: byId('={{ $json.id }}'), ...TO_ENERGY };
    const { json, error } = await perform(sandbox, 'job.move', parameters, {
      items,
    });
    expect(error).toBeUndefined();
    expect(json).toHaveLength(3);
    for (const moved of json) expect(moved).toMatchObject({ ...json[0], action: 'moved' });
    expect(asked().moveJob).toBe(1);
  });

  test('that shall go to two projects goes to neither', async () => {
    const [id, other] = [addJob(), addJob()];
    const { id: third } = sandbox.store.addProject({ name: 'Third' });
    const items = [
      { json: { id, target: energy } },
      { json: { id: id.toUpperCase(), target: third } },
      { json: { id: other, target: third } },
    ];
    const parameters = {
      jobId: byId('={{ $json.id }}'),
      targetProjectId: byId('={{ $json.target }}'),
    };
    const stopped = await perform(sandbox, 'job.move', parameters, { items });
    expect(stopped.error?.message).toBe(`Items move the job ${id} to different projects`);
    expect(asked().moveJob).toBeUndefined();
    const { outputs } = await perform(sandbox, 'job.move', parameters, {
      items,
      settings: CONTINUE,
    });
    expect(outputs[1]?.map(({ json }) => [json.errorCode, json.mayHaveHappened])).toEqual([
      ['INVALID_VALUE', false],
      ['INVALID_VALUE', false],
    ]);
    expect(outputs[0]?.map(({ json }) => json.previousId)).toEqual([other]);
    expect(projectOf('job', id)).toBe(retail);
  });
});

test('nothing is moved if the platform ID is no number', async () => {
  const credentials = { ...sandbox.credentials, platformId: 'main' };
  const parameters = { jobId: byId(addJob()), ...TO_ENERGY };
  const { error } = await perform({ credentials }, 'job.move', parameters);
  expect(error?.message).toBe('The platform ID "main" is not a number');
});

test('a pipeline that cannot be moved says why before anything is sent', async () => {
  const id = addPipeline();
  const schedule = { isScheduled: true, cronScheduling: '0 6 * * *' };
  sandbox.store.pipelines.edit(id, { settings: schedule });
  const parameters = { pipelineId: byId(id), ...TO_ENERGY };
  const { error } = await perform(sandbox, 'pipeline.move', parameters);
  expect(error?.message).toBe(`The pipeline ${id} cannot be moved now`);
  expect(error?.description).toContain('PIPELINE_SCHEDULED (daily). Nothing was sent.');
  expect(asked().movePipeline).toBeUndefined();
});

test('the platform of the credential and the target in a pasted address are what is sent', async () => {
  await sandbox.close();
  sandbox = await startSandbox({ platformId: '7', seedRuns: false });
  const value = `${sandbox.credentials.baseUrl}/projects/platform/7/project/${energy}/jobs`;
  const targetProjectId = { __rl: true, mode: 'url', value };
  const parameters = { jobId: byId(addJob()), targetProjectId };
  const [moved] = await performed(sandbox, 'job.move', parameters);
  expect(projectOf('job', moved?.id)).toBe(energy);
});

const JOBS = buildSchema(`
  scalar UUID
  type Project { id: UUID! }
  type Job { id: UUID! name: String project: Project! }
  type Query { job(id: UUID!): Job }
  type Mutation { moveJob(jobId: UUID!, targetPlatformId: Int!, targetProjectId: UUID!): UUID! }
`);

test('a job keeps its ID on a platform that does not give it another one', async () => {
  const other = await startOther(JOBS, {
    job: () => ({ name: 'etl', project: { id: retail } }),
    moveJob: ({ jobId }: { jobId: string }) => jobId,
  });
  expect(await performed(other, 'job.move', { jobId: byId(JOB), ...TO_ENERGY })).toMatchObject([
    { id: JOB, previousId: JOB, name: 'etl', projectId: energy, action: 'moved' },
  ]);
  await other.close();
});
