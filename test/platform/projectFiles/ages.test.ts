import { AGES, startSandbox, type Age, type Sandbox } from '../../../sandbox';
import type { Deployment } from '../../../platform/projectFiles/deploy/deploy';
import { cases, sampleOf } from '../../support/cases';
import { addCredentials, fillProject } from '../../support/randomProject';
import { addJob, deploy, filesOf, mutations, notUnchanged, passwordValues, plan } from './support';

type Files = Map<string, Buffer>;
type Fields = Record<string, unknown>;

const PROJECTS = cases(3);
const sandboxes = new Map<Age, Sandbox>();

async function of(age: Age): Promise<Sandbox> {
  const sandbox = sandboxes.get(age) ?? (await startSandbox({ seedRuns: false, age }));
  sandboxes.set(age, sandbox);
  return sandbox;
}
afterAll(async () => await Promise.all([...sandboxes.values()].map((sandbox) => sandbox.close())));

const pairs = AGES.flatMap((from) => AGES.map((to) => [from, to] as const));
const played = sampleOf(
  pairs,
  ([from]) => from,
  ([, to]) => to,
  ([from, to]) => from === to,
  (pair) => pair.every((age) => age === 'today'),
);

describe.each(played)('a project of a platform of %s, deployed to one of %s', (from, to) => {
  test('is there as far as both can hold it, as the same bytes in one age; what is left out is reported, and a second deploy changes nothing', async () => {
    const [source, target] = [await of(from), await of(to)];
    for (let round = 0; round < PROJECTS; round++) {
      const seed = 1 + round * pairs.length + AGES.indexOf(from) * AGES.length + AGES.indexOf(to);
      const fromId = source.store.addProject({ name: `From ${from} ${to} ${round}` }).id;
      const passwords = fillProject(source, fromId, seed);
      const toId = target.store.addProject({ name: `To ${from} ${to} ${round}` }).id;
      addCredentials(target, toId);
      const files = await filesOf(source, fromId);
      // Not every platform tells the variables of everything.
      const told = [...files.values()].join('\n');
      const variables = passwordValues(passwords.filter((name) => told.includes(`"${name}"`)));

      // Without the choice, all of it is there, or nothing.
      target.stats.reset();
      const whole = await deploy(target, files, toId, { variables }).catch((error: Error) => error);
      if (whole instanceof Error) {
        expect(whole.message).toMatch(/cannot be deployed; nothing was changed$/);
        expect(mutations(target)).toEqual({});
        expect(from).not.toBe(to);
      } else {
        expectHeld(files, await filesOf(target, toId), whole);
        expect(whole.changes.filter(({ reason = '' }) => /Left out/.test(reason))).toEqual([]);
      }

      const leaveOut = ['*'];
      const deployment = await deploy(target, files, toId, { variables, leaveOut });
      const bad = ({ action }: { action: string }) => action === 'failed' || action === 'blocked';
      expect({ seed, bad: deployment.changes.filter(bad) }).toEqual({ seed, bad: [] });
      const there = await filesOf(target, toId);
      expectHeld(files, there, deployment);
      if (from === to) expect(textsOf(there)).toEqual(textsOf(files));

      const { steps } = await plan(target, files, toId, { variables, leaveOut });
      const left = notUnchanged(steps);
      target.stats.reset();
      await deploy(target, files, toId, { variables, leaveOut });
      expect({ seed, left, sent: mutations(target) }).toEqual({ seed, left: [], sent: {} });
    }
  }, 60_000);
});

function textsOf(files: Files): Record<string, string> {
  return Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString('base64')]));
}

/** Each field of each file is on the target, or the change of its thing says that it is left out. */
function expectHeld(files: Files, there: Files, { changes }: Deployment): void {
  for (const [kind, folder] of [
    ['job', 'jobs'],
    ['pipeline', 'pipelines'],
    ['app', 'apps'],
    ['volume', 'volumes'],
  ] as const) {
    const ofKind = (all: Files) =>
      [...all].filter(([path]) => new RegExp(`^${folder}/[^/]+\\.json$`).test(path));
    const wanted = ofKind(files).map(([, bytes]) => JSON.parse(String(bytes)) as Fields);
    const present = ofKind(there).map(([, bytes]) => JSON.parse(String(bytes)) as Fields);
    for (const file of wanted) {
      const named = changes.filter((change) => change.kind === kind && change.name === file.name);
      const reasons = named.map(({ reason = '' }) => reason);
      const twins = present.filter(({ name }) => name === file.name);
      if (twins.length === 0) {
        expect(reasons.join()).toMatch(/^Left out: \w/);
        continue;
      }
      // Of several of one name, one must fit.
      const lost = twins.map((twin) => missingOf(file, twin));
      const fits = lost.some((names) =>
        reasons.some((reason) => names.every((name) => reason.includes(name))),
      );
      expect(fits ? [] : { name: file.name, kind, lost, reasons }).toEqual([]);
    }
    expect(present.length).toBeLessThanOrEqual(wanted.length);
  }
  for (const [path, bytes] of files) {
    if (!/^jobs\/[^/]+\//.test(path) || !there.has(path)) continue;
    expect(there.get(path)?.equals(bytes)).toBe(true);
  }
}

/** Names of what one file says and the other does not, or otherwise. */
function missingOf(file: Fields, twin: Fields): string[] {
  const { version = {}, ...settings } = file;
  const { version: other = {}, ...others } = twin;
  const of = (wanted: object, there: object, prefix: string) =>
    [...new Set([...Object.keys(wanted), ...Object.keys(there)])].flatMap((name) => {
      const [one, two] = [valueOf(wanted, name), valueOf(there, name)];
      if (JSON.stringify(one) === JSON.stringify(two)) return [];
      const isGraph = `${prefix}${name}` === 'version.graph';
      if (isGraph && drawn(one) === drawn(two)) return ['version.graph.position'];
      return [`${prefix}${name}`];
    });
  return [...of(settings, others, ''), ...of(version as object, other as object, 'version.')];
}

function valueOf(fields: object, name: string): unknown {
  return Object.entries(fields).find(([known]) => known === name)?.[1];
}

/** A graph without where its nodes are drawn and what they are called. */
function drawn(graph: unknown): string {
  const { jobs = [], conditions = [] } = graph as Record<string, Fields[]>;
  const bare = ({ job, condition, next = [], success = [], failure = [] }: Fields) =>
    JSON.stringify([job, condition, ...[next, success, failure].map((to) => (to as []).length)]);
  return JSON.stringify([jobs.map(bare).sort(), conditions.map(bare).sort()]);
}

/** Some jobs of a project, as nodes without a place. */
const addNodes = (sandbox: Sandbox, projectId: string, ...names: string[]) =>
  names.map((name) => ({
    ...{ id: crypto.randomUUID(), position: null },
    jobId: addJob(sandbox, projectId, name).id,
  }));

test('a graph that lists leave out is exported whole', async () => {
  const source = await of('2022, first half');
  const projectId = source.store.addProject({ name: 'Branches' }).id;
  const nodes = addNodes(source, projectId, 'a', 'b', 'c');
  const next = nodes.slice(1).map(({ id }) => id);
  const jobNodes = nodes.map((node, n) => ({ ...node, nextNodes: n === 0 ? next : [] }));
  const graph = { jobNodes, conditionNodes: [] };
  source.store.pipelines.add({ projectId, name: 'Daily', graph });
  const file = (await filesOf(source, projectId)).get('pipelines/Daily.json');
  expect(JSON.parse(String(file))).toMatchObject({
    version: { graph: { jobs: [{ job: 'a', next: ['b', 'c'] }, { job: 'b' }, { job: 'c' }] } },
  });
});

test.each<[Age, Age]>([
  ['2022, second half', '2022, second half'],
  ['2022, second half', 'today'],
  ['today', '2022, first half'],
])(
  'the default condition of a graph goes from %s to %s, and another one is blocked',
  async (from, to) => {
    const [source, target] = [await of(from), await of(to)];
    const projectId = source.store.addProject({ name: `Conditions ${from} ${to}` }).id;
    const toId = target.store.addProject({ name: `To ${from} ${to}` }).id;
    const [first, second] = addNodes(source, projectId, 'a', 'b');
    if (!first || !second) throw new Error('Two jobs');
    const id = crypto.randomUUID();
    const graph = {
      jobNodes: [
        { ...first, nextNodes: [id] },
        { ...second, nextNodes: [] },
      ],
      conditionNodes: [
        {
          ...{ id, position: null, condition: 'AllSuccess' as const },
          ...{ nextNodesSuccess: [second.id], nextNodesFailure: [] },
        },
      ],
    };
    source.store.pipelines.add({ projectId, name: 'Daily', graph });
    const files = await filesOf(source, projectId);
    const text = String(files.get('pipelines/Daily.json'));
    // As earlier exports have it, too.
    const withoutWord = text.replace(/\s*"condition": "AllSuccess",/, '');
    expect(withoutWord).not.toBe(text);
    files.set('pipelines/Daily.json', Buffer.from(withoutWord));
    const { changes } = await deploy(target, files, toId);
    expect(changes.filter(({ action }) => action === 'failed')).toEqual([]);
    for (const one of [text, withoutWord]) {
      files.set('pipelines/Daily.json', Buffer.from(one));
      expect(notUnchanged((await plan(target, files, toId)).steps)).toEqual([]);
    }

    const other = text.replace('AllSuccess', 'AtLeastOneSuccess');
    files.set('pipelines/Daily.json', Buffer.from(other));
    const changed = notUnchanged((await plan(target, files, toId)).steps);
    if (to === 'today') expect(changed).toMatchObject([{ action: 'update' }]);
    else
      expect(changed).toMatchObject([
        { action: 'blocked', reason: expect.stringContaining('condition') as string },
      ]);
  },
);
