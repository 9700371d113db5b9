import { InvalidInputError } from '../../platform/common/errors/errors';
import type { DeployOptions } from '../../platform/projectFiles/options';
import { validateFiles } from '../../platform/projectFiles/validate';
import { cases } from '../support/cases';
import type { Chance } from '../support/randomProject';
import {
  deploy,
  given,
  mutations,
  NO_WAITS,
  notUnchanged,
  plan,
  usePlatforms,
} from '../platform/projectFiles/support';
import { sceneOf, type Scene } from './scene';

/** `SEED=1000 npm run test:all -- test/deploys` plays other seeds. */
const FIRST_SEED = Number(process.env.SEED ?? 1);
const COUNT = cases(500, 30);
const MAX_MUTATIONS = 2;

type Json = Record<string, unknown>;
type Files = Map<string, Buffer>;

/** Faults that only the platform knows. The plan warns of them. */
const WARNED = /Some platforms refuse that|lists no job category/;

const VALUES: readonly unknown[] = [
  ...[null, '', ' ', 'x', 'X', 0, -1, 1.5, 1e21, true, false, [], {}, [null], [{}]],
  ...['a'.repeat(254), 'b'.repeat(255), 'new\nline', 'nul\u0000', '\ud800', '__proto__'],
];

/** Mistakes of users by the name of the field. */
const OTHERS: Readonly<Record<string, readonly unknown[]>> = {
  name: ['Load', 'LOAD', ' Load ', 'Board', 'Job 0', 'job 0', 'volume 0', 'Volume 0', 'VALUE_1'],
  alias: ['Load', 'load', 'Job_0', 'job_0', 'Job-0', 'a.b', '_'],
  cronScheduling: [
    '0 6 * * *',
    ' 0  6 * * * ',
    '0 25 * * *',
    '@daily',
    '0 0 31 2 *',
    'x',
    '* * * * * *',
  ],
  isScheduled: [true, false],
  scheduleTimezone: ['Europe/Paris', 'europe/paris', 'GMT+1', '-02:30', ' UTC', 'Mars/Phobos'],
  category: ['Extraction', 'extraction', 'Nothing like it', ' Processing'],
  technology: [{ label: 'Python' }, { label: 'python' }, { label: 'R' }, { label: 'Notebook' }],
  size: ['1 GB', '20 GiB', '1 MB', '1GB', '1e3 GB', '0 GB', '-1 GB', '10', '10 XB', '999999 TB'],
  job: ['Job_0', 'job_0', 'Load', 'no_such_job'],
  volume: ['volume 0', 'volume 1', 'Volume 1', 'no such volume'],
  path: ['/data/0', '/data/0/', 'data', '/', '/data/../etc', '/data/ x'],
  number: [8000, 8001, 0, 65_535, 65_536, '8000'],
  scope: ['PUBLIC', 'PROJECT', 'public', 'USER'],
  context: ['4.3', '9.9', 'no such context'],
  condition: ['AllSuccess', 'AtLeastOneSuccess', 'allSuccess', 'Never', { expression: 'a >' }],
  next: [[], ['a'], ['a', 'a']],
  isPassword: [true, false],
  value: ['other', '', 5],
  package: ['main.py', 'other.py', 'MAIN.py', '../main.py'],
  image: ['registry.example.com/etl:2', 'with blank', 'UPPER/Case'],
  credentials: [{ registry: 'registry.example.com', username: 'nobody' }],
  emails: [['a@example.com', 'a@example.com'], ['ann'], ['A@EXAMPLE.COM']],
  logins: [['ann', 'ann'], ['no such login']],
  statusList: [['FAILED', 'FAILED'], ['KILLED'], ['failed'], ['RUNNING']],
  resources: [
    { cpu: { request: 3, limit: 1 } },
    { memory: { limit: 0 } },
    { gpu: { request: 0.5 } },
  ],
};

/** Lists each value of a document by its owner and its name or index there. */
function placesIn(value: unknown): Array<{ owner: Json; name: string }> {
  if (typeof value !== 'object' || value === null) return [];
  const owner = value as Json;
  return Object.keys(owner).flatMap((name) => [{ owner, name }, ...placesIn(owner[name])]);
}

const textsIn = (files: Files) =>
  [...files].flatMap(([path, bytes]) => (/^[[{]/.test(String(bytes)) ? path : []));
const parse = (files: Files, path: string): unknown => JSON.parse(String(files.get(path)));
const write = (files: Files, path: string, value: unknown) =>
  files.set(path, Buffer.from(JSON.stringify(value, null, 2)));
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

function changeValue(files: Files, { of, is }: Chance): void {
  const path = of(textsIn(files));
  const document = parse(files, path);
  const places = placesIn(document);
  if (places.length === 0) return;
  const known = places.filter(({ name }) => Object.hasOwn(OTHERS, name));
  const { owner, name } = of(known.length > 0 && is(0.8) ? known : places);
  if (is(0.1)) Reflect.deleteProperty(owner, name);
  else owner[name] = of(is(0.8) ? (OTHERS[name] ?? VALUES) : VALUES);
  write(files, path, document);
}

function addField(files: Files, { of }: Chance): void {
  const paths = textsIn(files).filter((one) => /^(jobs|apps|pipelines|volumes)\//.test(one));
  if (paths.length === 0) return;
  const path = of(paths);
  const document = parse(files, path) as Json;
  const name = of(Object.keys(OTHERS));
  const owner = of([document, (document.version ??= {}) as Json]);
  owner[name] = of(OTHERS[name] ?? VALUES);
  write(files, path, document);
}

/** Swaps the names or aliases of two entries, or gives both the same one. */
function swap(files: Files, { of, is }: Chance): void {
  const path = of(textsIn(files));
  const other = of(textsIn(files).filter((one) => folderOf(one) === folderOf(path)));
  const [one, two] = [parse(files, path) as Json, parse(files, other) as Json];
  const name = of(['name', 'alias', 'technology', 'version', 'variables', 'category']);
  const before = one[name];
  one[name] = two[name];
  if (is(0.6)) two[name] = before;
  write(files, path, one);
  if (other !== path) write(files, other, two);
}

/** Adds a copy of a list entry: a variable, a node, a port, a mounted volume. */
function repeat(files: Files, { of }: Chance): void {
  const path = of(textsIn(files));
  const document = parse(files, path);
  const lists = placesIn(document)
    .map(({ owner, name }) => owner[name])
    .filter(Array.isArray);
  const list = [document, ...lists].filter(Array.isArray).filter(({ length }) => length > 0);
  if (list.length === 0) return;
  const chosen = of(list) as unknown[];
  chosen.push(structuredClone(of(chosen)));
  write(files, path, document);
}

/** Adds an edge from a node to another, or to itself. */
function addEdge(files: Files, { of }: Chance): void {
  const paths = textsIn(files).filter((path) => path.startsWith('pipelines/'));
  if (paths.length === 0) return;
  const path = of(paths);
  const document = parse(files, path) as { version?: { graph?: Record<string, Json[]> } };
  const { jobs = [], conditions = [] } = document.version?.graph ?? {};
  const nodes = [...jobs, ...conditions];
  if (nodes.length === 0) return;
  const [from, to] = [of(nodes), of(nodes)];
  const name = conditions.includes(from) ? of(['success', 'failure']) : 'next';
  from[name] = [...((from[name] ?? []) as unknown[]), to.node];
  write(files, path, document);
}

function moveFile(files: Files, { of, is }: Chance): void {
  const paths = [...files.keys()];
  const path = of(paths);
  const bytes = files.get(path) ?? Buffer.of();
  if (is(0.7)) files.delete(path);
  const changes = [
    () => path.toUpperCase(),
    () => path.replace(/(\.\w+)$/, '_2$1'),
    () => of(paths),
    () => `${folderOf(path)}sub/${path.slice(folderOf(path).length)}`,
  ];
  if (is(0.7)) files.set(of(changes)(), bytes);
}

const MUTATIONS = [
  changeValue,
  changeValue,
  changeValue,
  addField,
  swap,
  repeat,
  addEdge,
  moveFile,
];

/** @returns what is wrong with a deploy of the files; nothing if it did what its plan says, or was refused before */
async function problemsOf(
  { target, projectId, variables, deleteExtraneous }: Scene,
  files: Files,
  leaveOut: string[],
): Promise<string[]> {
  if ((await validateFiles(given(files))).length > 0) return [];
  const options: DeployOptions = { variables, deleteExtraneous, leaveOut, timing: NO_WAITS };
  const planned = await plan(target, files, projectId, options).catch((error: Error) => error);
  if (planned instanceof InvalidInputError) return [];
  if (planned instanceof Error) return [`plan: ${planned.stack}`];
  const isBlocked = planned.steps.some(({ action }) => action === 'blocked');
  const warned = planned.steps.filter(({ reason = '' }) => WARNED.test(reason));
  target.stats.reset();
  const result = await deploy(target, files, projectId, {
    ...options,
    continueOnError: isBlocked,
  }).catch((error: Error) => error);
  if (result instanceof Error) return [`deploy: ${result.stack}`];
  const isWarned = ({ kind, name }: { kind: string; name: string }) =>
    warned.some((step) => step.kind === kind && step.name === name);
  const failed = result.changes.filter((change) => change.action === 'failed');
  const unexpected = failed.filter((change) => !isWarned(change));
  const problems = unexpected.map(
    ({ kind, name, reason, failure }) => `${kind} ${name}: ${reason} ${failure?.hint}`,
  );
  if (failed.length > 0 || isBlocked) return problems;
  const { steps } = await plan(target, files, projectId, options);
  const left = notUnchanged(steps).filter(
    ({ action }) => action !== 'extraneous' || deleteExtraneous,
  );
  const open = left.map(
    ({ kind, name, action, changes, reason }) =>
      `the next plan: ${kind} ${name} ${action} ${JSON.stringify(changes)} ${reason}`,
  );
  target.stats.reset();
  await deploy(target, files, projectId, options);
  const sent = mutations(target);
  const again = Object.keys(sent).length > 0 ? [`one more deploy: ${JSON.stringify(sent)}`] : [];
  return [...open, ...again];
}

const platforms = usePlatforms();

test(`${COUNT} changed projects: what passes Validate and Plan can be deployed, and is then in place`, async () => {
  const wrong: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + COUNT; seed++) {
    const generation = seed % 2 === 0 ? 'middle' : 'recent';
    const scene = await sceneOf(seed, generation, platforms);
    const { chance, target, projectId } = scene;
    const files = new Map(scene.files);
    const names: string[] = [];
    for (let count = 1 + chance.below(MAX_MUTATIONS); count > 0; count--) {
      const mutate = chance.of(MUTATIONS);
      mutate(files, chance);
      names.push(mutate.name);
    }
    const problems = await problemsOf(scene, files, chance.is(0.7) ? ['*'] : []);
    if (problems.length > 0) {
      wrong.push(`seed ${seed}, ${generation}, ${names.join()}: ${problems.join('\n')}`);
    }
    target.store.deleteProject(projectId);
  }
  expect(wrong).toEqual([]);
}, 3_600_000);
