import { startSandbox, type Accident, type Sandbox } from '../../../sandbox';
import { addCredentials, chanceOf, fillProject, type Chance } from '../../support/randomProject';
import { deployProject, Platform } from '../../../platform';
import { deploy, filesOf, mutations, NO_PATIENCE, parsed, passwordValues } from './support';

const SEQUENCES = Number(process.env.DEPLOY_ACCIDENTS ?? 25);

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
        { variables, isPartly: true, patience: NO_PATIENCE },
        { signal: kill.signal },
      ).catch(() => undefined);
      target.accidents.clear();
    }

    const { changes } = await deploy(target, files, to.id, { variables });
    expect({ seed, failed: changes.filter(({ failure }) => failure) }).toEqual({
      seed,
      failed: [],
    });
    const again = await filesOf(target, to.id);
    expect({ seed, paths: [...again.keys()] }).toEqual({ seed, paths: [...files.keys()] });
    for (const [path, bytes] of files) {
      expect(`${seed} ${path} ${again.get(path)}`).toBe(`${seed} ${path} ${bytes}`);
    }
    // Each thing was made by one mutation that was carried out, whatever was lost on its way.
    expect(target.store.jobs({ projectId: to.id }).length).toBe(
      source.store.jobs({ projectId: from.id }).length,
    );
    for (const job of target.store.jobs({ projectId: to.id })) {
      expect({ seed, versions: target.store.jobVersions(job).length }).toEqual({
        seed,
        versions: 1,
      });
    }
    target.stats.reset();
    await deploy(target, files, to.id, { variables });
    expect({ seed, ...mutations(target) }).toEqual({ seed });
    await target.close();
  }
}, 600_000);
