import { startSandbox, TECHNOLOGY_IDS, type Sandbox } from '../../../../sandbox';
import { byId, performed } from '../support';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const EVERYTHING = { include: ['alias', 'schedule', 'technologyLabel'] };
const SCHEDULE = { isScheduled: true, cronScheduling: '0 6 * * *', scheduleTimezone: 'UTC' };

function addJobs(count: number) {
  const { id: projectId } = sandbox.store.addProject({ name: 'Many' });
  for (let n = 0; n < count; n++) {
    const job = {
      projectId,
      name: `Job ${n}`,
      alias: `job_${n}`,
      technologyId: TECHNOLOGY_IDS.python,
    };
    sandbox.store.addJob({ ...job, settings: SCHEDULE });
  }
  return projectId;
}

const list = async (projectId: string, options: object = {}, more?: object) =>
  await performed(
    sandbox,
    'job.getAll',
    { projectId: byId(projectId), returnAll: true, options },
    more,
  );

describe.each(['recent', 'early', 'documented'] as const)('on a platform: %s', (generation) => {
  test.each([1, 100])(
    'the list of %s jobs has the name of the project, in one request',
    async (count) => {
      sandbox = await startSandbox({ generation });
      const projectId = addJobs(count);
      await list(projectId);
      sandbox.stats.reset();
      const json = await list(projectId);
      expect(json).toHaveLength(count);
      expect(new Set(json.map(({ projectName }) => projectName))).toEqual(new Set(['Many']));
      expect(json[0]?.technology).toEqual({ id: TECHNOLOGY_IDS.python });
      expect(sandbox.stats.requests).toBe(1);
    },
  );
});

test('a project whose name cannot be read has its jobs all the same', async () => {
  sandbox = await startSandbox();
  const projectId = addJobs(2);
  const errors = [{ message: 'No rights', path: ['projects'] }];
  sandbox.accidents.add({ kind: 'errors', operation: 'projects', errors, times: 50 });
  const json = await list(projectId);
  expect(json.map(({ name, projectName }) => [name, projectName])).toEqual([
    ['Job 0', null],
    ['Job 1', null],
  ]);
});

test.each([1, 100])('what is included of %s jobs comes in the same request', async (count) => {
  sandbox = await startSandbox();
  const projectId = addJobs(count);
  await list(projectId, EVERYTHING);
  sandbox.stats.reset();
  const json = await list(projectId, EVERYTHING);
  expect(json[0]).toMatchObject({
    alias: 'job_0',
    ...SCHEDULE,
    technology: { id: TECHNOLOGY_IDS.python, label: 'Python' },
    projectName: 'Many',
  });
  expect(json.every(({ alias }) => typeof alias === 'string')).toBe(true);
  // The label is known from the time before.
  expect(sandbox.stats.requests).toBe(1);
  expect(await list('', EVERYTHING)).toEqual(expect.arrayContaining(json));
});

test('what an older platform lacks is left out', async () => {
  sandbox = await startSandbox({ generation: 'early' });
  const [json] = await list(addJobs(1), EVERYTHING);
  expect(json).toMatchObject({ name: 'Job 0', ...SCHEDULE, projectName: 'Many' });
});

test('100 items share requests', async () => {
  sandbox = await startSandbox();
  const projectId = addJobs(2);
  await list(projectId, EVERYTHING);
  sandbox.stats.reset();
  const items = Array.from({ length: 100 }, () => ({ json: {} }));
  expect(await list(projectId, EVERYTHING, { items })).toHaveLength(200);
  expect(sandbox.stats.requests).toBeLessThanOrEqual(3);
});
