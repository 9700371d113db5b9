import { setTimeout as pause } from 'node:timers/promises';
import { ALL_PARTS } from '../../platform/projectFiles/tree';
import type { DeployOptions } from '../../platform/projectFiles/options';
import { type Fault, type Sandbox } from '../../sandbox';
import { cases } from '../support/cases';
import type { Chance } from '../support/randomProject';
import {
  deploy,
  filesOf,
  mutations,
  NO_WAITS,
  plan,
  usePlatforms,
  when,
} from '../platform/projectFiles/support';
import { sceneOf, type Scene } from './scene';

/** `TIMES=6 SEED=1000 npm run test:all -- test/deploys` plays six times as many sequences, with other seeds. */
const TIMES = Number(process.env.TIMES ?? 1);
const FIRST_SEED = Number(process.env.SEED ?? 1);
const COUNT = TIMES * cases(80);

const DISTURBED_DEPLOYS = 2;
const MAX_FAULTS = 4;
const KILLED_WITHIN_REQUESTS = 40;
/** A request may take effect this long after its response. */
const LATE_MS = 60;
const LOOKS_AFTER_MS = [0, 50, 250];

const CHANGES = [
  ...['createJob', 'createVolume', 'createApp', 'createGraphPipeline', 'saveEnvironmentVariable'],
  ...['editProject', 'editJob', 'editPipeline', 'deleteJob', 'deleteEnvironmentVariable'],
  ...['addJobVersion', 'addAppVersion', 'addGraphPipelineVersion'],
];
const READS = [
  ...['project', 'jobs', 'pipelines', 'jobEnvironmentVariables'],
  ...['downloadArtifact', 'repositories'],
];
const ANYTHING = [...CHANGES, ...READS, undefined];
/** Requests that hang need a short timeout. */
const HANGS = process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS !== undefined;
const GATEWAY_ERRORS = [500, 502, 503, 504];

function randomFault({ of, below, is }: Chance): Fault {
  const common = { operation: of(ANYTHING), skip: below(4) };
  const change = { ...common, operation: of(CHANGES) };
  const isAfter = { afterEffect: is(0.5) };
  const faults: Array<() => Fault> = [
    () => ({ kind: 'resetAfter', ...change }),
    () => ({ kind: 'resetBefore', ...common }),
    () => ({ kind: 'resetBefore', ...change, afterBytes: below(400) }),
    () => ({ kind: 'truncated', ...common }),
    () => ({ kind: 'html', ...common, ...isAfter }),
    () => ({ kind: 'status', status: of(GATEWAY_ERRORS), ...common, ...isAfter, times: 1 }),
    () => ({ kind: 'status', status: 429, ...common, retryAfter: 0 }),
    () => ({ kind: 'status', status: 504, ...change, lateByMs: below(LATE_MS) }),
    () => ({ kind: 'expiredToken', ...common }),
    // Only for changes, since a package may have any bytes.
    () => ({ kind: 'badJson', ...change, afterEffect: true }),
    () => ({ kind: 'lostId', ...change }),
    () => ({ kind: 'errors', ...change, errors: [{ message: 'Internal error' }], ...isAfter }),
    ...(HANGS ? [() => ({ kind: 'hang' as const, ...common, ...isAfter })] : []),
  ];
  return of(faults)();
}

/** Deploys with faults and kills, then without. @returns what is wrong in the end */
async function playFaults(scene: Scene): Promise<string[]> {
  const { chance, target, projectId, files } = scene;
  const before = versionsOn(target, projectId);
  const options = optionsOf(scene);
  for (let attempt = 0; attempt < DISTURBED_DEPLOYS; attempt++) {
    const count = chance.below(MAX_FAULTS) + 1;
    target.faults.add(...Array.from({ length: count }, () => randomFault(chance)));
    // A canceled deploy leaves the same as a killed process: the requests that it has sent.
    const kill = new AbortController();
    if (chance.is(0.5)) {
      when(target, undefined, 1 + chance.below(KILLED_WITHIN_REQUESTS), () => kill.abort());
    }
    const timing = { ...NO_WAITS, lookupDelaysMs: LOOKS_AFTER_MS };
    const disturbed = { ...options, continueOnError: true, timing };
    const { signal } = kill;
    await deploy(target, files, projectId, disturbed, { signal }).catch(() => undefined);
    target.faults.clear();
    // The next deploy begins when no request of this one is in flight.
    await pause(2 * LATE_MS);
  }
  return await problemsAfter(scene, before);
}

function optionsOf({ variables, deleteExtraneous }: Scene): DeployOptions {
  return { variables, deleteExtraneous, leaveOut: ['*'], timing: NO_WAITS };
}

/** Returns the name and number of versions of jobs, apps and pipelines by ID. */
function versionsOn({ store }: Sandbox, projectId: string) {
  const { apps, pipelines } = store;
  const counted = [
    ...store.jobs({ projectId }).map((job) => ({ of: job, has: store.jobVersions(job).length })),
    ...apps.list(projectId).map((app) => ({ of: app, has: apps.versions(app).length })),
    ...pipelines.list(projectId).map((one) => ({ of: one, has: pipelines.versions(one).length })),
  ];
  return new Map(counted.map(({ of: { id, name }, has }) => [id, { name, has }]));
}

type Versions = ReturnType<typeof versionsOn>;

/**
 * Deploys once more without faults, and checks the target.
 * @param before versions on the target before the first deploy
 * @returns what is wrong
 */
async function problemsAfter(scene: Scene, before: Versions): Promise<string[]> {
  const { target, projectId, files, deleteExtraneous, others } = scene;
  const options = optionsOf(scene);
  const problems: string[] = [];
  try {
    const { changes } = await deploy(target, files, projectId, options);
    for (const { kind, name, action, reason = '' } of changes) {
      if (action !== 'failed' && action !== 'blocked') continue;
      problems.push(`the next deploy: ${kind} ${name} ${action}: ${reason}`);
    }
  } catch (error) {
    return [`the next deploy: ${String(error)} ${(error as { hint?: string }).hint ?? ''}`];
  }
  problems.push(...(await wrongFiles(scene)), ...countedTwice(scene, before));
  const { steps } = await plan(target, files, projectId, options);
  for (const { kind, name, action, changes } of steps) {
    if (action === 'unchanged' || (action === 'extraneous' && !deleteExtraneous)) continue;
    problems.push(`the plan is not empty: ${kind} ${name} ${action} ${JSON.stringify(changes)}`);
  }
  const { store } = target;
  const names = new Set([
    ...store.jobs({ projectId }).map(({ name }) => `job ${name}`),
    ...store.volumes.list(projectId).map(({ name }) => `volume ${name}`),
  ]);
  const wrong = others.filter((other) => names.has(other) === deleteExtraneous);
  problems.push(...wrong.map((other) => `${other} ${deleteExtraneous ? 'stayed' : 'is lost'}`));
  target.stats.reset();
  await deploy(target, files, projectId, options);
  const sent = mutations(target);
  if (Object.keys(sent).length > 0) problems.push(`one more deploy sent ${JSON.stringify(sent)}`);
  return problems;
}

async function wrongFiles({ target, projectId, files, deleteExtraneous }: Scene) {
  const there = await filesOf(target, projectId, { include: ALL_PARTS });
  const isOther = (path: string) => /not_in_the_files/i.test(path);
  const wrong = [...files].flatMap(([path, bytes]) => {
    const found = there.get(path);
    if (!found) return [`lost: ${path}`];
    // Without deletions, entries and settings that only the target has stay, and the plan names them.
    if (found.equals(bytes) || (!deleteExtraneous && path.endsWith('.json'))) return [];
    return [`other bytes: ${path}\n${bytes.toString()}\n${found.toString()}`];
  });
  const more = [...there.keys()].filter((path) => !files.has(path) && !isOther(path));
  return [...wrong, ...more.map((path) => `too much: ${path}`)];
}

/** Finds entities that got a version twice. An entity that exists twice shows as a further file. */
function countedTwice({ target, projectId }: Scene, before: Versions): string[] {
  const versions = versionsOn(target, projectId);
  const names = [...versions.values()].map(({ name }) => name);
  return [...versions].flatMap(([id, { name, has }]) => {
    const most = (before.get(id)?.has ?? 0) + 1;
    const isOnly = names.indexOf(name) === names.lastIndexOf(name);
    return isOnly && has > most ? [`${has} versions of ${name} in place of ${most}`] : [];
  });
}

const platforms = usePlatforms();

test(`${COUNT} sequences of deploys with faults and kills: the next deploy finishes, nothing is there twice and nothing is lost`, async () => {
  const wrong: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + COUNT; seed++) {
    const generation = seed % 2 === 0 ? 'middle' : 'recent';
    const scene = await sceneOf(seed, generation, platforms);
    const problems = await playFaults(scene);
    if (problems.length > 0)
      wrong.push(`seed ${seed}, platform that is ${generation}: ${problems.join('\n')}`);
    scene.target.store.deleteProject(scene.projectId);
  }
  expect(wrong).toEqual([]);
}, 3_600_000);
