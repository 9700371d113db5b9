import { Platform } from '../../../platform/connection/platform';
import { InvalidInputError, PlatformError } from '../../../platform/errors/errors';
import { deployProject } from '../../../platform/projectFiles/deploy/deploy';
import type { DeployedChange } from '../../../platform/projectFiles/deploy/outcomes';
import { parseFiles } from '../../../platform/projectFiles/files/parseFiles';
import { planDeploy } from '../../../platform/projectFiles/plan/plan';
import { validateFiles } from '../../../platform/projectFiles/validate/validateFiles';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { cases } from '../../support/cases';
import { mutatedProject, type Mutation } from '../../support/mutatedProject';
import { addCredentials, fillProject } from '../../support/randomProject';
import { deploy, filesOf, given, NO_WAITS, passwordValues } from './support';

/** `SEED=1000 npm run test:all -- projectFiles/mutations` plays others. */
const FIRST_SEED = Number(process.env.SEED ?? 1);
const SEEDS = Array.from({ length: cases(600) }, (_, index) => FIRST_SEED + index);

/** What no file and no schema says, but a plan warns of: whether a platform has each name only once. */
const MAY_BE_REFUSED = / has this name, too\. Some platforms refuse that/;

/** Plan finds these on the target, which may have what the files lack. */
const MAY_BE_ON_TARGET = /^No file contains|^With it, .* No file contains|^The settings refer/;

/** Plan blocks these, as the target may have such a password, too. */
const IS_PASSWORD = /must not be stored as plain text/;

let source: Sandbox;
/** One that has names twice, and one that has each name only once. */
let targets: Sandbox[];
beforeAll(async () => {
  source = await startSandbox({ seedRuns: false });
  targets = await Promise.all(
    [false, true].map((uniqueNames) => startSandbox({ seedRuns: false, uniqueNames })),
  );
});
afterAll(() => Promise.all([source, ...targets].map((sandbox) => sandbox.close())));

interface Outcome {
  /** Where the files were refused, if they were. */
  by?: 'Validate' | 'Plan';
  failed?: string[];
}

async function play(seed: number): Promise<Outcome & { what: string }> {
  const from = source.store.addProject({ name: `From ${seed}` }).id;
  const passwords = fillProject(source, from, seed);
  const files = await filesOf(source, from);
  const sandbox = targets[Math.floor(seed / 2) % 2] as Sandbox;
  const projectId = sandbox.store.addProject({ name: `To ${seed}` }).id;
  addCredentials(sandbox, projectId);
  // Half of the targets have what the files said before.
  if (seed % 2 === 0) {
    await deploy(sandbox, files, projectId, { variables: passwordValues(passwords) });
  }
  const mutation = mutatedProject(files, seed);
  return { what: mutation.what, ...(await outcomeOf(sandbox, mutation, projectId)) };
}

async function outcomeOf(
  sandbox: Sandbox,
  { files, targetFile }: Mutation,
  projectId: string,
): Promise<Outcome> {
  const platform = Platform.connect(sandbox.credentials);
  const problems = await validateFiles(given(files));
  const mistakes = problems.filter(
    ({ message }) => !MAY_BE_ON_TARGET.test(message) && !IS_PASSWORD.test(message),
  );
  const parsed = await parseFiles(given(files), { targetFile }).catch((error: unknown) => {
    if (!(error instanceof InvalidInputError)) throw error;
    return error;
  });
  // Validate and Plan refuse the same.
  expect(mistakes.length > 0 ? mistakes : undefined).toEqual(
    parsed instanceof Error ? expect.anything() : undefined,
  );
  const isPassword = problems.some(({ message }) => IS_PASSWORD.test(message));
  if (parsed instanceof Error || (problems.length > 0 && !isPassword)) return { by: 'Validate' };
  const { variables, entities } = parsed.model;
  const all = [
    ...variables,
    ...Object.values(entities).flatMap((ofKind) => ofKind.flatMap((entity) => entity.variables)),
  ];
  const passwords = all.filter(({ isPassword }) => isPassword).map(({ name }) => name);
  const options = { variables: passwordValues(passwords) };
  const plan = await planDeploy(platform, parsed, { projectId }, options);
  const isBlocked = plan.steps.some(({ action }) => action === 'blocked');
  if (isPassword) expect(isBlocked).toBe(true);
  if (isBlocked) return { by: 'Plan' };
  try {
    const { changes } = await deployProject(
      platform,
      parsed,
      { projectId },
      { ...options, timing: NO_WAITS },
    );
    const warned = plan.steps.filter(({ reason = '' }) => MAY_BE_REFUSED.test(reason));
    const isWarned = ({ kind, name, reason = '' }: DeployedChange) =>
      reason.includes('There is already one named')
        ? warned.some((step) => step.kind === kind && step.name === name)
        : warned.some(({ alias }) => reason === `The job "${alias}" was not deployed.`);
    const failed = changes.filter(
      (one) => (one.action === 'failed' || one.action === 'blocked') && !isWarned(one),
    );
    return { failed: failed.map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`) };
  } catch (error) {
    if (!(error instanceof PlatformError) && !(error instanceof InvalidInputError)) throw error;
    return { failed: [`${error.message}: ${error.hint}`] };
  }
}

test('what Validate and Plan accept, Deploy can make', async () => {
  const outcomes = { Validate: 0, Plan: 0, Deploy: 0 };
  const wrong: unknown[] = [];
  for (const seed of SEEDS) {
    const { by = 'Deploy', failed = [], what } = await play(seed);
    outcomes[by]++;
    if (failed.length > 0) wrong.push({ seed, what, failed });
  }
  expect(wrong).toEqual([]);
  // Each way out is taken.
  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(SEEDS.length / 20);
}, 3_600_000);
