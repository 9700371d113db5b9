import { APP_TECHNOLOGY_IDS, type Generation } from '../../../sandbox';
import { TECHNOLOGY_IDS } from '../../../sandbox/ids';
import { Platform } from '../../../platform/connection/platform';
import { exportProject } from '../../../platform/projectFiles/exportProject';
import type { Part } from '../../../platform/projectFiles/tree';
import { validateFiles } from '../../../platform/projectFiles/validate';
import { ownValue } from '../../../platform/common/text/names';
import type { Deployment } from '../../../platform/projectFiles/deploy/deploy';
import { cases, takeSample } from '../../support/cases';
import { addCredentials, fillProject } from '../../support/randomProject';
import {
  addJob,
  deploy,
  filesOf,
  given,
  jobFiles,
  mutations,
  notUnchanged,
  passwordValues,
  plan,
  projectFiles,
  usePlatforms,
  useProjects,
} from './support';

type Files = Map<string, Buffer>;
type Fields = Record<string, unknown>;

const PROJECTS = cases(3);
const at = useProjects();
const platforms = usePlatforms();

/** Platforms that have projects to deploy to. */
const PLATFORMS = ['middle', 'recent'] as const;
const pairs = PLATFORMS.flatMap((from) => PLATFORMS.map((to) => [from, to] as const));
const played = takeSample(
  pairs,
  ([from]) => from,
  ([, to]) => to,
  ([from, to]) => from === to,
  (pair) => pair.every((generation) => generation === 'recent'),
);

describe.each(played)(
  'a project of a platform that is %s, deployed to one that is %s',
  (from, to) => {
    test('is there as far as both can hold it, as the same bytes in one generation; what is left out is reported, and a second deploy changes nothing', async () => {
      const [source, target] = [
        await platforms({ generation: from }),
        await platforms({ generation: to }),
      ];
      for (let round = 0; round < PROJECTS; round++) {
        const seed =
          1 +
          round * pairs.length +
          PLATFORMS.indexOf(from) * PLATFORMS.length +
          PLATFORMS.indexOf(to);
        const fromId = source.store.addProject({ name: `From ${from} ${to} ${round}` }).id;
        const passwords = fillProject(source, fromId, seed);
        const toId = target.store.addProject({ name: `To ${from} ${to} ${round}` }).id;
        addCredentials(target, toId);
        const files = await filesOf(source, fromId);
        if (from === 'recent') expect(await validateFiles(given(files))).toEqual([]);
        // Some platforms do not return all variables.
        const told = [...files.values()].join('\n');
        const variables = passwordValues(passwords.filter((name) => told.includes(`"${name}"`)));

        // Without Leave Out If Not Supported, everything is deployed or nothing.
        target.stats.reset();
        const whole = await deploy(target, files, toId, { variables }).catch(
          (error: Error) => error,
        );
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
  },
);

function textsOf(files: Files): Record<string, string> {
  return Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString('base64')]));
}

/** Expects each field of each file on the target, unless the change of its entry says that it is left out. */
function expectHeld(files: Files, there: Files, { changes }: Deployment): void {
  for (const kind of ['job', 'pipeline', 'app', 'volume']) {
    const ofKind = (all: Files) =>
      [...all]
        .filter(([path]) => new RegExp(`^${kind}s/[^/]+\\.json$`).test(path))
        .map(([, bytes]) => JSON.parse(String(bytes)) as Fields);
    const [wanted, present] = [ofKind(files), ofKind(there)];
    for (const file of wanted) {
      const named = changes.filter((change) => change.kind === kind && change.name === file.name);
      const reasons = named.map(({ reason = '' }) => reason);
      const twins = present.filter(({ name }) => name === file.name);
      if (twins.length === 0) {
        expect(reasons.join()).toMatch(/^Left out: \w/);
        continue;
      }
      // Of several entities with one name, one must have the field.
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

/** Names fields that differ between two files. */
function missingOf(file: Fields, twin: Fields): string[] {
  const { version = {}, ...settings } = file;
  const { version: other = {}, ...others } = twin;
  const of = (wanted: Fields, there: Fields, prefix: string) =>
    [...new Set([...Object.keys(wanted), ...Object.keys(there)])].flatMap((name) => {
      const [one, two] = [ownValue(wanted, name), ownValue(there, name)];
      if (JSON.stringify(one) === JSON.stringify(two)) return [];
      const isGraph = `${prefix}${name}` === 'version.graph';
      if (isGraph && drawn(one) === drawn(two)) return ['version.graph.position'];
      return [`${prefix}${name}`];
    });
  return [...of(settings, others, ''), ...of(version as Fields, other as Fields, 'version.')];
}

/** Returns a graph without the positions and names of its nodes. */
function drawn(graph: unknown): string {
  const { jobs = [], conditions = [] } = graph as Record<string, Fields[]>;
  const bare = ({ job, condition, next = [], success = [], failure = [] }: Fields) =>
    JSON.stringify([job, condition, ...[next, success, failure].map((to) => (to as []).length)]);
  return JSON.stringify([jobs.map(bare).sort(), conditions.map(bare).sort()]);
}

test('a graph that lists leave out is exported whole', async () => {
  await at.startOther({ generation: 'middle' });
  const { sandbox, from } = at;
  const jobs = ['a', 'b', 'c'].map((name) => addJob(sandbox, from, name).id);
  const nodes = jobs.map((id, n) => ({
    ...{ id, jobId: id, position: null, nextNodes: n === 0 ? jobs.slice(1) : [] },
  }));
  const graph = { jobNodes: nodes, conditionNodes: [] };
  sandbox.store.pipelines.add({ projectId: from, name: 'Daily', graph });
  const file = (await filesOf(sandbox, from)).get('pipelines/Daily.json');
  expect(JSON.parse(String(file))).toMatchObject({
    version: { graph: { jobs: [{ job: 'a', next: ['b', 'c'] }, { job: 'b' }, { job: 'c' }] } },
  });
});

test.each<[Generation, string]>([
  ['middle', 'blocked'],
  ['recent', 'update'],
])(
  'on a platform that is %s, the default condition of a graph may be left out, and another one is planned as: %s',
  async (generation, action) => {
    await at.startOther({ generation });
    const files = (condition?: string) =>
      projectFiles({
        ...jobFiles(['a', 'b']),
        'pipelines/daily.json': {
          name: 'daily',
          version: {
            graph: {
              jobs: [
                { node: 'a', job: 'a', next: ['if'] },
                { node: 'b', job: 'b' },
              ],
              conditions: [{ node: 'if', condition, success: ['b'] }],
            },
          },
        },
      });
    const { changes } = await at.deploy(files(), { leaveOut: ['alias'] });
    expect(changes.filter(({ failure }) => failure)).toEqual([]);
    const planned = async (condition?: string) =>
      notUnchanged((await at.plan(files(condition), { leaveOut: ['alias'] })).steps);
    expect(await planned()).toEqual([]);
    expect(await planned('AllSuccess')).toEqual([]);
    expect(await planned('AtLeastOneSuccess')).toMatchObject([
      { kind: 'pipeline', action, ...(action === 'blocked' && { reason: CONDITION }) },
    ]);
  },
);

const CONDITION = expect.stringContaining('condition') as string;

test.each(['jobs', 'apps'] as const)(
  'a Docker credential that the platform does not list is left out of an export of %s, and a deploy keeps it',
  async (part) => {
    await at.startOther({
      schemaChanges: { without: ['Query.allDockerCredentials'], instead: '' },
    });
    const { dockerInfo, path, file, leftOut, getDockerInfo } = await addDockerEntity(part);
    expect(await leftOut(part)).toMatch(
      /^The files lack the Docker credentials of (job|app) "own", because/,
    );
    expect(await leftOut('pipelines')).toBeUndefined();
    expect(file.version.docker).toEqual({ image: 'etl:1' });
    file.version.docker.image = 'etl:2';
    const files = projectFiles({ [path]: file });
    const image = { field: 'version.docker.image', from: 'etl:1', to: 'etl:2' };
    expect(notUnchanged((await at.plan(files)).steps)).toMatchObject([{ changes: [image] }]);
    await at.deploy(files);
    expect(getDockerInfo()).toEqual({ ...dockerInfo, image: 'etl:2' });
  },
);

test.each(['jobs', 'apps'] as const)(
  'a Docker credential that the platform lists is exported with %s, and files without it remove it',
  async (part) => {
    const { path, file, leftOut, getDockerInfo } = await addDockerEntity(part);
    expect(await leftOut(part)).toBeUndefined();
    expect(file.version.docker.credentials).toBeDefined();
    delete file.version.docker.credentials;
    await at.deploy(projectFiles({ [path]: file }));
    expect(getDockerInfo()).toEqual({ image: 'etl:1', dockerCredentialsId: null });
  },
);

/** Adds a job or an app with a Docker credential, and exports it. */
async function addDockerEntity(part: 'jobs' | 'apps') {
  const { sandbox, store, to } = at;
  const dockerInfo = { image: 'etl:1', dockerCredentialsId: addCredentials(sandbox, to) };
  const own = { projectId: to, name: 'own', alias: 'own', version: { dockerInfo } };
  const table = part === 'jobs' ? store.jobTable : store.apps;
  const { id } = table.add({ ...own, technologyId: TECHNOLOGIES[part] } as never);
  const path = `${part}/own.json`;
  return {
    dockerInfo,
    path,
    file: JSON.parse(String((await filesOf(sandbox, to)).get(path))) as DockerFile,
    leftOut: async (...include: Part[]) =>
      (await exportProject(Platform.connect(sandbox.credentials), to, { include }))
        .unlistedCredentialsHint,
    getDockerInfo: () => table.details(table.get(id) as never)?.dockerInfo,
  };
}

interface DockerFile {
  version: { docker: { image: string; credentials?: unknown } };
}

const TECHNOLOGIES = { jobs: TECHNOLOGY_IDS.python, apps: APP_TECHNOLOGY_IDS.notebook };
