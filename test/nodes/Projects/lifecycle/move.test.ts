import { PROJECT_IDS } from '../../../../sandbox';
import { addPipeline, addVolume, mutations } from '../../../platform/projectFiles/support';
import { byId, perform, performed } from '../support';
import { sandboxForEachTest } from '../../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });

const { retail, energy } = PROJECT_IDS;
const TO_ENERGY = { targetProjectId: byId(energy) };
const QUICK = { queueSeconds: 0, durationSeconds: 0 };
const asked = () => sandbox.stats.byOperation;

const addJob = () => sandbox.store.addJob({ projectId: retail, name: 'etl', script: QUICK }).id;
const newVolume = () => addVolume(sandbox, retail, crypto.randomUUID()).id;
const newPipeline = () => addPipeline(sandbox, retail, 'daily', addJob()).id;

describe.each([
  { kind: 'job', add: addJob, find: (id: string) => sandbox.store.job(id) },
  { kind: 'pipeline', add: newPipeline, find: (id: string) => sandbox.store.pipelines.find(id) },
  { kind: 'volume', add: newVolume, find: (id: string) => sandbox.store.volumes.find(id) },
])('any $kind', ({ kind, add, find }) => {
  const idOf = (id: string) => ({ [`${kind}Id`]: byId(id) });
  const projectOf = (id: unknown) => find(String(id))?.projectId;
  const move = `${kind}.move`;

  test('goes to another project, where it has the ID that is returned', async () => {
    const previousId = add();
    const [moved] = await performed(sandbox, move, { ...idOf(previousId), ...TO_ENERGY });
    expect(moved).toMatchObject({ previousId, projectId: energy, action: 'moved' });
    expect(projectOf(moved?.id)).toBe(energy);
    expect(projectOf(previousId)).toBeUndefined();
    if (kind === 'volume') expect(moved).not.toHaveProperty('url');
    else expect(moved?.url).toContain(`/project/${energy}/${kind}/${String(moved?.id)}`);

    // There it stays as it is, and nothing is sent.
    const sent = mutations(sandbox);
    const again = { ...idOf(String(moved?.id)), targetProjectId: byId(energy.toUpperCase()) };
    const { id } = moved ?? {};
    expect(await performed(sandbox, move, again)).toMatchObject([
      { id, previousId: id, action: 'unchanged' },
    ]);
    expect(mutations(sandbox)).toEqual(sent);
  });

  test('of 40 items: each once', async () => {
    const items = Array.from({ length: 40 }, () => ({ json: { id: add() } }));
    const parameters = { ...idOf('={{ $json.id }}'), ...TO_ENERGY };
    const json = await performed(sandbox, move, parameters, { items });
    expect(json.map(({ previousId }) => previousId)).toEqual(items.map(({ json }) => json.id));
    expect(new Set(json.map(({ id }) => projectOf(id)))).toEqual(new Set([energy]));
    expect(Object.values(mutations(sandbox))).toEqual([40]);
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
    const json = await performed(sandbox, 'job.move', parameters, { items });
    expect(json).toEqual(ids.map(() => ({ ...json[0], previousId, action: 'moved' })));
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
    const settings = { onError: 'continueErrorOutput' } as const;
    const { outputs } = await perform(sandbox, 'job.move', parameters, { items, settings });
    const failed = outputs[1]?.map(({ json }) => [json.errorCode, json.mayHaveHappened]);
    expect(failed).toEqual(Array(2).fill(['INVALID_VALUE', false]));
    expect(outputs[0]?.map(({ json }) => json.previousId)).toEqual([other]);
    expect(sandbox.store.job(id)?.projectId).toBe(retail);
  });
});

test('a pipeline that cannot be moved says why before anything is sent', async () => {
  const id = newPipeline();
  const schedule = { isScheduled: true, cronScheduling: '0 6 * * *' };
  sandbox.store.pipelines.edit(id, { settings: schedule });
  const parameters = { pipelineId: byId(id), ...TO_ENERGY };
  const { error } = await perform(sandbox, 'pipeline.move', parameters);
  expect(error?.message).toBe(`The pipeline ${id} cannot be moved now`);
  expect(error?.description).toContain('PIPELINE_SCHEDULED (daily). Nothing was sent.');
  expect(asked().movePipeline).toBeUndefined();
});

test('the platform of the credential, which must be a number, and the target in a pasted address are sent', async () => {
  await sandbox.restart({ platformId: '7' });
  const value = `${sandbox.credentials.baseUrl}/projects/platform/7/project/${energy}/jobs`;
  const parameters = { jobId: byId(addJob()), targetProjectId: { __rl: true, mode: 'url', value } };
  const [moved] = await performed(sandbox, 'job.move', parameters);
  expect(sandbox.store.job(String(moved?.id))?.projectId).toBe(energy);

  const credentials = { ...sandbox.credentials, platformId: 'main' };
  const { error } = await perform({ credentials }, 'job.move', { ...parameters, ...TO_ENERGY });
  expect(error?.message).toBe('The platform ID "main" is not a number');
});
