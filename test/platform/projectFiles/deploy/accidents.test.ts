import { jobFile, projectFiles, useProjects } from '../support';

const CREATIONS = ['createJob', 'createApp', 'createGraphPipeline', 'createVolume'];
const VERSIONS = ['addJobVersion', 'addAppVersion', 'addGraphPipelineVersion'];
/** How often each is sent. */
const timesOf = (operation: string) => (/^(addJobVersion|createJob)$/.test(operation) ? 2 : 1);

const at = useProjects();

/** Deploys two jobs, an app, a pipeline and a volume. @returns what became of them */
async function deployed(text: string, port: number, job: string) {
  const files = projectFiles({
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
  at.sandbox.stats.reset();
  const { changes } = await at.deploy(files);
  return (action: string) => changes.filter((change) => change.action === action);
}

test.each(CREATIONS)('what is new is found if the response to %s was lost', async (operation) => {
  at.sandbox.accidents.add({ kind: 'resetAfter', operation });
  const changes = await deployed('a', 8000, 'one');
  expect(changes('created')).toHaveLength(5);
  expect(at.mutations()[operation]).toBe(timesOf(operation));
});

test.each(VERSIONS)('a new version is made once if the response to %s was lost', async (lost) => {
  const times = timesOf(lost);
  const { store, accidents } = at.sandbox;
  const versions = () => [
    ...store.jobs({ projectId: at.to }).map((job) => store.jobVersions(job).length),
    ...store.apps.list(at.to).map((app) => store.apps.versions(app).length),
    ...store.pipelines.list(at.to).map((one) => store.pipelines.versions(one).length),
  ];
  await deployed('a', 8000, 'one');
  accidents.add({ kind: 'resetAfter', operation: lost, times });
  const found = await deployed('b', 9000, 'two');
  expect(found('updated')).toHaveLength(4);
  expect(versions()).toEqual([2, 2, 2, 2]);

  // What may have been lost on its way is not sent again: the next deploy makes it.
  accidents.add({ kind: 'status', status: 504, operation: lost, times });
  const unknown = await deployed('c', 9001, 'one');
  const failures = unknown('failed').map(({ failure }) => failure?.name);
  expect(failures).toEqual(Array(times).fill('OutcomeUnknownError'));
  expect(at.mutations()[lost]).toBe(times);
  await deployed('c', 9001, 'one');
  expect(versions()).toEqual([3, 3, 3, 3]);
});

test('a failure of the look-up does not hide that the outcome is unknown', async () => {
  const { accidents } = at.sandbox;
  accidents.add({ kind: 'resetAfter', operation: 'createVolume' });
  const errors = [{ message: 'The catalog is not available' }];
  accidents.add({ kind: 'errors', operation: 'project', skip: 1, times: 9, errors });
  const { changes } = await at.deploy(
    projectFiles({ 'volumes/data.json': { name: 'data', size: '1 GB' } }),
  );
  expect(changes.flatMap(({ failure }) => failure?.name ?? [])).toEqual(['OutcomeUnknownError']);
});
