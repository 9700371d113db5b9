import { OutcomeUnknownError, PlatformError, type Effect } from '../../common/errors/errors';
import { hasInputPath } from '../../graphql/call/inputObject';
import type { CallOptions } from '../../graphql/send/endpoint';
import { withSchema } from '../../graphql/schema/bySchema';
import { pause } from '../../http/retry';
import type { Platform } from '../../connection/platform';
import { listProjects, Projects, type ProjectDetails } from '../../resources/project';
import { throwUnread } from '../../resources/changes';
import type { DeployTiming } from '../options';
import { CreatedTwiceError, isFailure } from './outcomes';
import { toNeededTechnology, technology } from '../kinds/allowedTechnology';
import { findInput } from '../target/schema';
import type { Step } from '../plan/step';
import { indexById } from '../tree';

/** Creates the project or changes its description, and waits until it is ready. @returns its ID */
export async function deployProjectSettings(
  platform: Platform,
  { id, status }: { id?: string; status?: string },
  step: Step,
  steps: readonly Step[],
  timing: DeployTiming,
  options?: CallOptions,
): Promise<string> {
  if (id === undefined) {
    const made = await createProject(platform, step, steps, timing, options);
    const unread = throwUnread('project', `The project "${step.name}" was created`);
    await requireOnlyOne(platform, step, made, options).catch(unread);
    const projects = new Projects(platform.projects);
    const read = async () => await projects.get(made, options).catch(unread);
    await waitUntilReady(read, 'made', timing, options);
    return made;
  }
  if (step.action === 'update') {
    const changes = { values: { description: newDescription(step) ?? null } };
    const update = await new Projects(platform.projects).prepareUpdate(id, changes, options);
    await update();
  }
  if (status === undefined || !isReady(status)) {
    const read = async () => await new Projects(platform.projects).get(id, options);
    const effect = step.action === 'update' ? 'made' : 'none';
    await waitUntilReady(read, effect, timing, options);
  }
  return id;
}

function newDescription({ changes }: Step): string | undefined {
  const description = changes.find(({ field }) => field === 'description')?.to;
  return typeof description === 'string' ? description : undefined;
}

async function createProject(
  { projects: endpoint }: Platform,
  step: Step,
  steps: readonly Step[],
  timing: DeployTiming,
  options?: CallOptions,
): Promise<string> {
  // Jobs and apps of a project can use only its allowed technologies.
  const needed = steps.flatMap(
    ({ technologyId, wanted }) => (wanted && toNeededTechnology(wanted, technologyId)) ?? [],
  );
  const allowed = technology.toSettings([...indexById(needed).values()], []);
  const technologies = await withSchema(
    endpoint,
    (schema) => {
      const input = findInput(schema, 'createProject', 'project');
      return Object.entries(allowed).filter(([place]) => input && hasInputPath(input, place));
    },
    options,
  );
  const { name } = step;
  const settings = {
    values: { name, description: newDescription(step) },
    more: Object.fromEntries(technologies),
  };
  const create = await new Projects(endpoint).prepareCreate(settings, options);
  try {
    return (await create()).id;
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    const made = await findProject(endpoint, name, timing, options).catch((failure: unknown) => {
      if (!isFailure(failure)) throw failure;
      // The lost response is reported instead.
      return undefined;
    });
    if (made === undefined) throw error;
    return made;
  }
}

async function findProject(
  endpoint: Platform['projects'],
  name: string,
  { lookupDelaysMs }: DeployTiming,
  options?: CallOptions,
): Promise<string | undefined> {
  for (const waitMs of lookupDelaysMs) {
    await pause(waitMs, options?.signal);
    const made = (await listProjects(endpoint, options)).find((one) => one.name === name);
    if (made) return made.id;
  }
  return undefined;
}

/** Of two deploys that create a project with one name, at least one finds the project of the other here. */
async function requireOnlyOne(
  { projects }: Platform,
  step: Step,
  made: string,
  options?: CallOptions,
): Promise<void> {
  const ofName = (await listProjects(projects, options)).filter((one) => one.name === step.name);
  const others = ofName.filter(({ id }) => id !== made);
  if (others.length === 0) return;
  const ids = others.map(({ id }) => id);
  throw new CreatedTwiceError(step, made, ids);
}

const INITIALIZING = new Set(['CREATED', 'INIT_REQUESTED', 'INITIALIZING']);
const FAILED = 'FAILED';

function isReady(status: string): boolean {
  return status !== FAILED && !INITIALIZING.has(status);
}

/** Platforms prepare a new project for some seconds. @param effect of the deploy on the project so far */
async function waitUntilReady(
  read: () => Promise<ProjectDetails>,
  effect: Effect,
  { readyTimeoutMs, pollIntervalMs }: DeployTiming,
  options?: CallOptions,
): Promise<void> {
  const deadlineMs = Date.now() + readyTimeoutMs;
  for (;;) {
    const { status = '' } = await read();
    if (isReady(status)) return;
    if (status === FAILED || Date.now() > deadlineMs) {
      throw new PlatformError(`The project is not ready: its status is ${status}`, {
        hint: 'Check it on the platform, and then deploy again. The deploy continues with what already exists.',
        effect,
      });
    }
    await pause(pollIntervalMs, options?.signal);
  }
}
