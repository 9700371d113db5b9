import { startSandbox, type Accident, type Sandbox } from '../../../sandbox';
import { cases } from '../../support/cases';
import { addCredentials, chanceOf, fillProject, type Chance } from '../../support/randomProject';
import { Platform } from '../../../platform/platform';
import { deployProject } from '../../../platform/projectFiles/deploy/deploy';
import {
  deploy,
  expectDeployedOnce,
  filesOf,
  mutations,
  NO_WAITS,
  parsed,
  passwordValues,
} from './support';

const SEQUENCES = Number(process.env.DEPLOY_ACCIDENTS ?? cases(25));

let source: Sandbox;
beforeAll(async () => {
  source = await startSandbox({ seedRuns: false });
});
afterAll(() => source.close());

const CHANGES = [
  'createJob',
  'createVolume',
  'createApp',
  'createGraphPipeline',
  'saveEnvironmentVariable',
  'editProject',
  'addJobVersion',
];
const ANYTHING = [...CHANGES, 'project', 'jobEnvironmentVariables', 'downloadArtifact', undefined];

function randomAccident({ of, below, is }: Chance): Accident {
  const common = { operation: of(ANYTHING), skip: below(4) };
  return of<() => Accident>([
    () => ({ kind: 'resetAfter', ...common, operation: of(CHANGES) }),
    () => ({ kind: 'resetBefore', ...common }),
    () => ({ kind: 'truncated', ...common }),
    () => ({ kind: 'html', ...common, afterEffect: is(0.5) }),
    () => ({ kind: 'status', status: 503, ...common, afterEffect: is(0.5), times: 1 }),
    () => ({ kind: 'expiredToken', ...common }),
    () => ({ kind: 'badJson', ...common, afterEffect: true }),
  ])();
}

test(`${SEQUENCES} deploys with accidents and kills: the next ones end in the same state, and nothing is there twice`, async () => {
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    const target = await startSandbox({ seedRuns: false });
    const chance = chanceOf(seed);
    const from = source.store.addProject({ name: `From ${seed}` });
    const passwords = fillProject(source, from.id, seed);
    const to = target.store.addProject({ name: 'To' });
    addCredentials(target, to.id);
    const variables = passwordValues(passwords);
    const files = await filesOf(source, from.id);

    for (let attempt = 0; attempt < 2; attempt++) {
      const accidents = Array.from({ length: chance.below(4) + 1 }, () => randomAccident(chance));
      target.accidents.add(...accidents);
      // A process that is killed leaves what it has sent; here the signal fires in the middle.
      const kill = new AbortController();
      if (chance.is(0.5)) setTimeout(() => kill.abort(), chance.below(150));
      const platform = Platform.connect(target.credentials);
      await deployProject(
        platform,
        await parsed(files),
        { projectId: to.id },
        { variables, isPartly: true, timing: NO_WAITS },
        { signal: kill.signal },
      ).catch(() => undefined);
      target.accidents.clear();
    }

    // Each entity was made by one mutation that was carried out, whatever was lost on its way.
    await expectDeployedOnce(seed, target, to.id, files, variables);
    await target.close();
  }
}, 600_000);

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
    'whose answer to %s was lost is seen, and not made twice',
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
