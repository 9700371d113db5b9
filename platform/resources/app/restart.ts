import { GraphqlResponseError } from '../../common/errors/errors';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import { RunWaiter } from '../../runs/wait/runWaiter';
import { partlyMadeError } from '../changes';
import { Apps, type App } from './app';
import { APP_STATES, TRANSIENT_STATUSES } from './start';

const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 2_000;

/**
 * Restarts a new app after its variables are set, because the platform started it without them. A refusal may mean that the app is
 * still starting, so the restart is tried once more after the start, or after a minute.
 * @throws PlatformError if the restart fails; it says that the app was created
 */
export async function restartWithVariables(
  { projects: endpoint }: Platform,
  id: string,
  options: CallOptions = {},
): Promise<App> {
  try {
    const restart = await new Apps(endpoint).prepareRestart(id, options);
    return await restart().catch(async (refusal: unknown) => {
      if (!(refusal instanceof GraphqlResponseError)) throw refusal;
      const waiter = new RunWaiter(endpoint, APP_STATES, options);
      await waiter.waitForEnd(id, {
        timeoutMs: START_TIMEOUT_MS,
        pollIntervalMs: POLL_INTERVAL_MS,
        hasEnded: ({ status }) => !TRANSIENT_STATUSES.has(status),
      });
      return await restart();
    });
  } catch (error) {
    throw partlyMadeError(
      `The app ${id} was created with its variables, but may run without them`,
      'Restart the app: the platform started it before its variables were set. Do not create it again.',
      error,
      { madeId: id },
    );
  }
}
