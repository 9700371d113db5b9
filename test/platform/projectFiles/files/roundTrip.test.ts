import { startSandbox, type Sandbox } from '../../../../sandbox';
import { cases } from '../../../support/cases';
import { addCredentials, fillProject } from '../../../support/randomProject';
import { deploy, filesOf, mutations, passwordValues } from '../support';

const ROUND_TRIPS = Number(process.env.ROUND_TRIPS ?? cases(40));

let source: Sandbox;
let target: Sandbox;
beforeAll(async () => {
  [source, target] = await Promise.all([
    startSandbox({ seedRuns: false }),
    startSandbox({ seedRuns: false }),
  ]);
});
afterAll(async () => await Promise.all([source.close(), target.close()]));

test(`${ROUND_TRIPS} random projects come out of another platform as the same bytes, and a second deploy changes nothing`, async () => {
  for (let seed = 1; seed <= ROUND_TRIPS; seed++) {
    const from = source.store.addProject({ name: `From ${seed}` });
    const passwords = fillProject(source, from.id, seed);
    const to = target.store.addProject({ name: `To ${seed}` });
    addCredentials(target, to.id);
    const files = await filesOf(source, from.id);
    const variables = passwordValues(passwords);

    const { changes } = await deploy(target, files, to.id, { variables });
    const failed = changes.filter(({ action }) => action === 'failed' || action === 'blocked');
    expect({ seed, failed }).toEqual({ seed, failed: [] });
    const again = await filesOf(target, to.id);
    expect({ seed, paths: [...again.keys()] }).toEqual({ seed, paths: [...files.keys()] });
    for (const [path, bytes] of files) {
      if (!bytes.equals(again.get(path) ?? Buffer.alloc(0))) {
        expect(`${seed} ${path} ${again.get(path)}`).toBe(`${seed} ${path} ${bytes}`);
      }
    }

    target.stats.reset();
    const second = await deploy(target, files, to.id, { variables });
    expect(second.changes.filter(({ action }) => action !== 'unchanged')).toEqual([]);
    expect({ seed, ...mutations(target) }).toEqual({ seed });
    source.store.deleteProject(from.id);
    target.store.deleteProject(to.id);
  }
}, 600_000);
