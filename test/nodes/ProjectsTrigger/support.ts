import type { IDataObject } from 'n8n-workflow';
import { PROJECT_IDS, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { pollNode, type Poll, type PollOptions } from '../../support/engine/poll';
import { sandboxForEachTest } from '../../support/testSandbox';
import { byId } from '../Projects/support';

type Credentials = Pick<Sandbox, 'credentials'>;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const RUN_EVENTS = ['runStarted', 'runSucceeded', 'runFailed', 'runStopped'];

/** The trigger of the jobs of Retail Analytics, unless the parameters say otherwise. */
export function projectsTrigger({ credentials }: Credentials, parameters: object) {
  return {
    type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
    parameters: {
      ...(!('resource' in parameters) && { ids: ['jobs'] }),
      projectId: byId(PROJECT_IDS.retail),
      ...parameters,
    } as never,
    credentials: { dataPlatformApi: credentials },
  };
}

export const chosenJobs = (...ids: string[]) => ({ ids: ids.map((id) => `job:${id}`) });

export async function pollProjects(
  sandbox: Credentials,
  staticData: IDataObject,
  parameters: object,
  more: Partial<PollOptions> = {},
): Promise<Poll> {
  return await pollNode({ ...projectsTrigger(sandbox, parameters), staticData, ...more });
}

/**
 * A sandbox without runs for each test, in the test's own time, and its trigger.
 * @param defaults parameters of the trigger
 * @param startsAt when that time begins; n8n lives in it, too
 */
export function watchedSandbox(
  defaults: object,
  startsAt?: () => number,
  options: SandboxOptions = {},
) {
  const clock = { now: 0 };
  beforeEach(() => {
    clock.now = (startsAt ?? Date.now)();
    if (startsAt) jest.spyOn(Date, 'now').mockImplementation(() => clock.now);
  });
  const sandbox = sandboxForEachTest({ seedRuns: false, clock: () => clock.now, ...options });
  afterEach(() => jest.restoreAllMocks());
  return {
    clock,
    sandbox,
    poll: async (staticData: IDataObject, parameters = {}, more?: Partial<PollOptions>) =>
      await pollProjects(sandbox, staticData, { ...defaults, ...parameters }, more),
    addJob: (script: object = {}, more: object = {}) =>
      sandbox.store.addJob({
        projectId: PROJECT_IDS.retail,
        name: 'Watched',
        ...more,
        script: { queueSeconds: 0, durationSeconds: 5, ...script },
      }).id,
    run: (jobId: string) => sandbox.store.startRun(jobId)?.id,
  };
}
