import { deploy, jobFile, mutations, projectFiles, useProjects } from '../support';

const MUTATIONS = ['addJobVersion', 'addAppVersion', 'addGraphPipelineVersion'] as const;
/** How often each is sent. */
const timesOf = (operation: string) => (/^(addJobVersion|createJob)$/.test(operation) ? 2 : 1);
const CREATIONS = ['createJob', 'createApp', 'createGraphPipeline', 'createVolume'] as const;

const at = useProjects();

/** Two jobs, an app, a pipeline and a volume. */
const files = (text: string, port: number, job: string) =>
  projectFiles({
    'jobs/one.json': jobFile('one', { version: { commandLine: text } }),
    'jobs/two.json': jobFile('two', { version: { package: 'main.py' } }),
    'jobs/two/main.py': text,
    'apps/board.json': {
      name: 'board',
      technology: { label: 'Notebook' },
      version: { context: '4.3', ports: [{ number: port }] },
    },
    'pipelines/daily.json': {
      ...{ alias: 'daily', name: 'daily' },
      version: { graph: { jobs: [{ node: 'a', job }] } },
    },
    'volumes/data.json': { name: 'data', size: '1 GB' },
  });

test.each(CREATIONS)('what is new is found if the response to %s was lost', async (operation) => {
  at.sandbox.accidents.add({ kind: 'resetAfter', operation });
  const { changes } = await deploy(at.sandbox, files('a', 8000, 'one'), at.to);
  expect(changes.filter(({ action }) => action === 'created')).toHaveLength(5);
  expect(mutations(at.sandbox)[operation]).toBe(timesOf(operation));
});

describe('a new version', () => {
  let changed: Map<string, Buffer>;
  beforeEach(async () => {
    await deploy(at.sandbox, files('a', 8000, 'one'), at.to);
    changed = files('b', 9000, 'two');
    at.sandbox.stats.reset();
  });

  const versions = () => {
    const { store } = at.sandbox;
    return [
      ...store.jobs({ projectId: at.to }).map((job) => store.jobVersions(job).length),
      ...store.apps.list(at.to).map((app) => store.apps.versions(app).length),
      ...store.pipelines.list(at.to).map((one) => store.pipelines.versions(one).length),
    ];
  };

  test.each(MUTATIONS)(
    'whose response to %s was lost is seen, and not made twice',
    async (operation) => {
      at.sandbox.accidents.add({ kind: 'resetAfter', operation, times: timesOf(operation) });
      const { changes } = await deploy(at.sandbox, changed, at.to);
      expect(changes.filter(({ action }) => action === 'updated')).toHaveLength(4);
      expect(versions()).toEqual([2, 2, 2, 2]);
      expect(mutations(at.sandbox)).toMatchObject(
        Object.fromEntries(MUTATIONS.map((one) => [one, timesOf(one)])),
      );
    },
  );

  test.each(MUTATIONS)(
    'whose %s may have been lost is not sent again; the next deploy makes it',
    async (operation) => {
      const times = timesOf(operation);
      at.sandbox.accidents.add({ kind: 'status', status: 504, operation, times });
      const { changes } = await deploy(at.sandbox, changed, at.to);
      const failed = changes.filter(({ action }) => action === 'failed');
      expect(failed.map(({ failure }) => failure?.name)).toEqual(
        Array(times).fill('OutcomeUnknownError'),
      );
      expect(mutations(at.sandbox)[operation]).toBe(times);
      await deploy(at.sandbox, changed, at.to);
      expect(versions()).toEqual([2, 2, 2, 2]);
    },
  );
});
