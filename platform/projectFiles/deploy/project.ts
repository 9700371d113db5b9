import { OutcomeUnknownError, PlatformError, type Effect } from '../../common/errors/errors';
import { hasInputPath } from '../../graphql/call/inputObject';
import type { CallOptions } from '../../graphql/send/endpoint';
import { withSchema } from '../../graphql/schema/bySchema';
import { pause } from '../../http/retry';
import type { Platform } from '../../connection/platform';
import { listProjects, Projects, type ProjectDetails } from '../../resources/project';
import { buildUnreadThrower } from '../../resources/changes';
import type { DeployTiming } from '../options';
import { CreatedTwiceError } from './outcomes';
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
    const createdId = await createProject(platform, step, steps, timing, options);
    const throwUnread = buildUnreadThrower('project', `The project "${step.name}" was created`);
    await requireUniqueProject(platform, step, createdId, options).catch(throwUnread);
    const projects = new Projects(platform.projects);
    const read = async () => await projects.get(createdId, options).catch(throwUnread);
    await waitUntilReady(read, 'made', timing, options);
    return createdId;
  }
  if (step.action === 'update') {
    const changes = { values: { description: findNewDescription(step) ?? null } };
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

function findNewDescription({ changes }: Step): string | undefined {
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
  const settingsByName = technology.toSettings([...indexById(needed).values()], []);
  const technologySettings = await withSchema(
    endpoint,
    (schema) => {
      const input = findInput(schema, 'createProject', 'project');
      return Object.entries(settingsByName).filter(([name]) => input && hasInputPath(input, name));
    },
    options,
  );
  const { name } = step;
  const settings = {
    values: { name, description: findNewDescription(step) },
    more: Object.fromEntries(technologySettings),
  };
  const create = await new Projects(endpoint).prepareCreate(settings, options);
  try {
    return (await create()).id;
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    // If the lookup fails, the lost response is reported.
    const id = await findProject(endpoint, name, timing, options).catch(() => undefined);
    if (id === undefined) throw error;
    return id;
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
    const projects = await listProjects(endpoint, options);
    const found = projects.find((project) => project.name === name);
    if (found) return found.id;
  }
  return undefined;
}

/** If two deploys create a project with the same name, at least one of them finds the other project here. */
async function requireUniqueProject(
  { projects }: Platform,
  step: Step,
  createdId: string,
  options?: CallOptions,
): Promise<void> {
  const otherIds = (await listProjects(projects, options))
    .filter(({ id, name }) => name === step.name && id !== createdId)
    .map(({ id }) => id);
  if (otherIds.length > 0) throw new CreatedTwiceError(step, createdId, otherIds);
}

const INITIALIZING_STATUSES = new Set(['CREATED', 'INIT_REQUESTED', 'INITIALIZING']);
const FAILED_STATUS = 'FAILED';

function isReady(status: string): boolean {
  return status !== FAILED_STATUS && !INITIALIZING_STATUSES.has(status);
}

/** Platforms need some seconds to prepare a new project. @param effect the effect of the deploy so far */
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
    if (status === FAILED_STATUS || Date.now() > deadlineMs) {
      throw new PlatformError(`The project is not ready: its status is ${status}`, {
        hint: 'Check the project on the platform. Then deploy again to continue.',
        effect,
      });
    }
    await pause(pollIntervalMs, options?.signal);
  }
}
