import { runNode } from '../../../../../harness/engine/runWorkflow';
import { startSandbox, type Sandbox } from '../../../../../sandbox';
import { cases } from '../../../../support/cases';
import { randomNumbers } from '../../../../support/random';
import { mostAtOnce } from './runsAtOnce';

/**
 * Random calls of Run and Wait with random durations, failures, lost responses and limits. At no time more runs are under way than
 * allowed, no item has two, and after the first item that was not started, none is.
 */

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '1';

const GENERATIONS = ['early', 'middle', 'recent'] as const;
const ACCIDENTS = [
  { kind: 'resetAfter' },
  { kind: 'resetBefore' },
  { kind: 'status', status: 409 },
  { kind: 'status', status: 504 },
  { kind: 'status', status: 504, lateByMs: 300 },
  { kind: 'truncated' },
] as const;

/** As often as this file is run in a usual run of the tests; they wait more than they work. */
const AT_ONCE = 8;

test('random calls', async () => {
  const seeds = Array.from({ length: cases(30) }, (_, n) => n + 1);
  const wrong: string[] = [];
  while (seeds.length > 0) {
    const problems = await Promise.all(seeds.splice(0, AT_ONCE).map(problemsOf));
    wrong.push(...problems.flat());
  }
  expect(wrong).toEqual([]);
}, 600_000);

/** What is wrong with one call. */
async function problemsOf(seed: number): Promise<string[]> {
  const random = randomNumbers(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const sandbox = await startSandbox({ seedRuns: false, generation: pick(GENERATIONS) });
  try {
    const play = playOf(sandbox, random, pick);
    const problems = await play();
    return problems.map((problem) => `seed ${seed}: ${problem}`);
  } finally {
    await sandbox.close();
  }
}

type Pick = <T>(all: readonly T[]) => T;

function playOf(sandbox: Sandbox, random: () => number, pick: Pick): () => Promise<string[]> {
  const outcomes = ['SUCCEEDED', 'SUCCEEDED', 'FAILED'] as const;
  const jobs = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
    const outcome = [pick(outcomes), pick(outcomes), pick(outcomes)];
    const durationSeconds = random() < 0.1 ? null : random() * 1.5;
    const script = { queueSeconds: random() / 2, durationSeconds, killSeconds: 0.3, outcome };
    return sandbox.store.addJob({ name: 'Job', script }).id;
  });
  const items = Array.from({ length: 3 + Math.floor(random() * 4) }, () => ({ jobId: pick(jobs) }));
  for (let n = Math.floor(random() * 3); n > 0; n--) {
    const skip = Math.floor(random() * items.length);
    sandbox.accidents.add({ ...pick(ACCIDENTS), operation: 'runJob', skip });
  }
  const maxRuns = pick([1, 1, 2, 3]);
  const options = {
    pollInterval: 1,
    timeout: pick([1.5, 6]),
    onTimeout: pick(['error', 'output', 'stop']),
    onFailure: pick(['error', 'output']),
    onLostAnswer: pick(['look', 'error']),
    concurrency: maxRuns === 1 ? pick(['oneByOne', 'atMost']) : 'atMost',
    maxConcurrentRuns: maxRuns,
    stopAfterFailures: pick([0, 0, 1, 2]),
  };
  const [continues, isRetried] = [random() < 0.7, random() < 0.5];
  const settings = {
    ...(continues && { onError: 'continueErrorOutput' as const }),
    ...(isRetried && { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 }),
  };
  const parameters = {
    resource: 'job',
    operation: 'runAndWait',
    jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
    options,
  };
  return async () => {
    const credentials = { dataPlatformApi: sandbox.credentials };
    const { outputs, error } = await runNode({ parameters, settings }, credentials, items);
    const runs = jobs.flatMap((job) => sandbox.store.runsOfJob(job));
    const sends = sandbox.stats.byOperation.runJob ?? 0;
    const problems = [];
    const atOnce = mostAtOnce(runs);
    if (atOnce > maxRuns) problems.push(`${atOnce} runs at once, not ${maxRuns}`);
    // A run whose failure was reported is followed by another one in the next try.
    const reported = isRetried && !continues ? runs.filter(isBadlyEnded).length : 0;
    if (sends > items.length + reported) problems.push(`${sends} starts, ${items.length} items`);
    if (!continues) return error || outputs[0]?.length === items.length ? problems : ['no error'];
    const ordered = outputs.flat().sort((a, b) => Number(indexOf(a)) - Number(indexOf(b)));
    const ids = ordered.flatMap(({ json }) => (json.id === undefined ? [] : [json.id]));
    if (new Set(ids).size < ids.length) problems.push('two items have one run');
    const codes = ordered.map(({ json }) => json.errorCode);
    const started = codes.filter((code) => code !== 'NOT_STARTED').length;
    if (codes.length !== items.length) problems.push(`${codes.length} outputs`);
    if (codes.indexOf('NOT_STARTED') >= 0 && codes.indexOf('NOT_STARTED') < started) {
      problems.push(`started after the stop: ${codes.join()}`);
    }
    if (sends !== started) problems.push(`${sends} starts for ${started} items`);
    const isFailed = ({ json }: (typeof ordered)[number]) =>
      json.errorCode !== 'NOT_STARTED' && (json.succeeded === false || json.error !== undefined);
    const failed = ordered.filter(isFailed).length;
    const { stopAfterFailures } = options;
    if (stopAfterFailures > 0 && failed > stopAfterFailures + maxRuns - 1) {
      problems.push(`${failed} failures, not ${stopAfterFailures}`);
    }
    const open = ordered.filter(({ json }) => json.timedOut || isOpenCode(json.errorCode)).length;
    const mayStop = (stopAfterFailures > 0 && failed >= stopAfterFailures) || open >= maxRuns;
    if (started < items.length && !mayStop) problems.push('stopped without a reason');
    return problems;
  };
}

const isOpenCode = (code: unknown) => code === 'TIMED_OUT' || code === 'OUTCOME_UNKNOWN';
const isBadlyEnded = ({ script }: { script: { outcome: string } }) =>
  script.outcome !== 'SUCCEEDED';
const indexOf = ({ pairedItem }: { pairedItem?: unknown }) =>
  typeof pairedItem === 'object' ? (pairedItem as { item: number }).item : pairedItem;
