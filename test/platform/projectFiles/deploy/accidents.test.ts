import { startSandbox, type Sandbox } from '../../../../sandbox';
import { deploy, mutations } from '../support';

describe('a new version', () => {
  const MUTATIONS = ['addJobVersion', 'addAppVersion', 'addGraphPipelineVersion'] as const;
  let target: Sandbox;
  let to: string;
  let first: Map<string, Buffer>;
  let changed: Map<string, Buffer>;
  beforeEach(async () => {
    target = await startSandbox({ seedRuns: false });
    to = target.store.addProject({ name: 'To' }).id;
    const json = (value: unknown) => Buffer.from(JSON.stringify(value));
    const files = (command: string, port: number, jobs: object[]) =>
      new Map([
        ['project.json', json({ format: 1 })],
        ...['one', 'two'].map((alias): [string, Buffer] => [
          `jobs/${alias}.json`,
          json({
            alias,
            name: alias,
            category: 'Extraction',
            technology: { label: 'Python' },
            version: { commandLine: command },
          }),
        ]),
        [
          'apps/board.json',
          json({
            name: 'board',
            technology: { label: 'Notebook' },
            version: { context: '4.3', ports: [{ number: port }] },
          }),
        ],
        [
          'pipelines/daily.json',
          json({ alias: 'daily', name: 'daily', version: { graph: { jobs } } }),
        ],
      ]);
    first = files('python a.py', 8000, [{ node: 'a', job: 'one' }]);
    changed = files('python b.py', 9000, [{ node: 'a', job: 'two' }]);
    await deploy(target, first, to);
    target.stats.reset();
  });
  afterEach(() => target.close());

  const versions = () => {
    const { store } = target;
    return [
      ...store.jobs({ projectId: to }).map((job) => store.jobVersions(job).length),
      ...store.apps.list(to).map((app) => store.apps.versions(app).length),
      ...store.pipelines.list(to).map((pipeline) => store.pipelines.versions(pipeline).length),
    ];
  };

  test.each(MUTATIONS)(
    'whose response to %s was lost is seen, and not made twice',
    async (operation) => {
      target.accidents.add({ kind: 'resetAfter', operation });
      const { changes } = await deploy(target, changed, to);
      expect(changes.filter(({ action }) => action === 'updated')).toHaveLength(4);
      expect(versions()).toEqual([2, 2, 2, 2]);
      expect(mutations(target)).toMatchObject({
        addJobVersion: 2,
        addAppVersion: 1,
        addGraphPipelineVersion: 1,
      });
    },
  );

  test.each(MUTATIONS)(
    'whose %s may have been lost is not sent again; the next deploy makes it',
    async (operation) => {
      target.accidents.add({ kind: 'status', status: 504, operation });
      const { changes } = await deploy(target, changed, to);
      const failed = changes.filter(({ action }) => action === 'failed');
      expect(failed.map(({ failure }) => failure?.name)).toEqual(['OutcomeUnknownError']);
      expect(mutations(target)[operation]).toBe(operation === 'addJobVersion' ? 2 : 1);
      await deploy(target, changed, to);
      expect(versions()).toEqual([2, 2, 2, 2]);
    },
  );
});
