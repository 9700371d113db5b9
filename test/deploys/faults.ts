import { Platform } from '../../platform/connection/platform';
import { deployProject } from '../../platform/projectFiles/deploy/deploy';
import type { Accident } from '../../sandbox';
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../support/randomProject';
import { parsed, when } from '../platform/projectFiles/support';
import { optionsOf, problemsAfter, versionsOn } from './outcome';
import type { Scene } from './scene';

const DISTURBED_DEPLOYS = 2;
const MAX_ACCIDENTS = 4;
const KILLED_WITHIN_REQUESTS = 40;
/** The effect of a request may come so long after its answer. */
const LATE_MS = 60;
/** What may come late is looked for. */
const LOOKS_AFTER_MS = [0, 50, 250];

const CHANGES = [
  'createJob',
  'createVolume',
  'createApp',
  'createGraphPipeline',
  'saveEnvironmentVariable',
  'editProject',
  'editJob',
  'editPipeline',
  'addJobVersion',
  'addAppVersion',
  'addGraphPipelineVersion',
  'deleteJob',
  'deleteEnvironmentVariable',
];
const ANYTHING = [
  ...CHANGES,
  'project',
  'jobs',
  'pipelines',
  'jobEnvironmentVariables',
  'downloadArtifact',
  'repositories',
  undefined,
];
/** Where requests are given up soon. */
const HANGS = process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS !== undefined;
const GATEWAY_ERRORS = [500, 502, 503, 504];

function randomAccident({ of, below, is }: Chance): Accident {
  const common = { operation: of(ANYTHING), skip: below(4) };
  const change = { ...common, operation: of(CHANGES) };
  const isAfter = { afterEffect: is(0.5) };
  const accidents: Array<() => Accident> = [
    () => ({ kind: 'resetAfter', ...change }),
    () => ({ kind: 'resetBefore', ...common }),
    () => ({ kind: 'resetBefore', ...change, afterBytes: below(400) }),
    () => ({ kind: 'truncated', ...common }),
    () => ({ kind: 'html', ...common, ...isAfter }),
    () => ({ kind: 'status', status: of(GATEWAY_ERRORS), ...common, ...isAfter, times: 1 }),
    () => ({ kind: 'status', status: 429, ...common, retryAfter: 0 }),
    () => ({ kind: 'status', status: 504, ...change, lateByMs: below(LATE_MS) }),
    () => ({ kind: 'expiredToken', ...common }),
    // Not of a package: whatever comes with 200 is its bytes.
    () => ({ kind: 'badJson', ...change, afterEffect: true }),
    () => ({ kind: 'lostId', ...change }),
    () => ({ kind: 'errors', ...change, errors: [{ message: 'Internal error' }], ...isAfter }),
    ...(HANGS ? [() => ({ kind: 'hang' as const, ...common, ...isAfter })] : []),
  ];
  return of(accidents)();
}

/** Deploys with faults and kills, then without. @returns what is wrong then */
export async function playFaults(scene: Scene): Promise<string[]> {
  const { chance, target, projectId, files } = scene;
  const before = versionsOn(target, projectId);
  const options = optionsOf(scene);
  for (let attempt = 0; attempt < DISTURBED_DEPLOYS; attempt++) {
    const count = chance.below(MAX_ACCIDENTS) + 1;
    target.accidents.add(...Array.from({ length: count }, () => randomAccident(chance)));
    // Nothing is kept between two deploys: a process that is killed leaves what it has sent, and so does the signal.
    const kill = new AbortController();
    if (chance.is(0.5)) {
      when(target, undefined, 1 + chance.below(KILLED_WITHIN_REQUESTS), () => kill.abort());
    }
    await deployProject(
      Platform.connect(target.credentials),
      await parsed(files),
      { projectId },
      { ...options, isPartly: true, timing: { ...options.timing, lookupDelaysMs: LOOKS_AFTER_MS } },
      { signal: kill.signal },
    ).catch(() => undefined);
    target.accidents.clear();
    // The next deploy is one that begins when nothing of this one is on its way any more.
    await pause(2 * LATE_MS);
  }
  return await problemsAfter(scene, before);
}
