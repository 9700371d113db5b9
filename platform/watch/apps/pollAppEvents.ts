import { PlatformError } from '../../common/errors/errors';
import { readOneEntity } from '../../graphql/call/callRootField';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { APP_FIELDS } from '../../resources/app/app';
import { isObject } from '../../common/text/values';
import { clock } from '../../common/time/clock';
import { buildWatchKey, type Watch, type WatchState } from '../watch';
import { detectAppEvents, type AppEvent, type AppWatchState } from './detectAppEvents';
import { readWatchedApps } from './watchedApps';

/** Number of the newest actions that a poll reads of each app. */
const NEWEST_ACTIONS = 10;

/**
 * Finds the events of apps since the last poll in the newest part of their histories. If the platform returns no history, the
 * statuses at the two polls are compared.
 * @param before state of the last poll; undefined at the activation
 */
export async function pollAppEvents(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  before: WatchState<AppWatchState> | undefined,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<{ events: AppEvent[]; state: WatchState<AppWatchState> }> {
  const nowMs = clock.now();
  const read = await readWatchedApps(endpoint, watch, NEWEST_ACTIONS, { signal });
  return detectAppEvents({ watched: buildWatchKey('app', watch), nowMs, ...read }, before);
}

export async function readLatestAppEvent(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  names: readonly string[],
): Promise<AppEvent | undefined> {
  const before = { watched: '', latestMs: 0, states: new Map(), missing: [] };
  const read = await readWatchedApps(endpoint, watch, NEWEST_ACTIONS);
  const { events } = detectAppEvents({ watched: '', nowMs: clock.now(), ...read }, before);
  return events.filter(({ event }) => names.includes(event)).at(-1);
}

/**
 * Reads the apps of events as "Get" returns them, without those that cannot be read.
 * @param signal when it fires, the apps that were read are returned
 * @throws PlatformError if the failure is temporary: the next poll finds the same events
 */
export async function readAppsOfEvents(
  endpoint: GraphqlEndpoint,
  events: readonly AppEvent[],
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Map<string, object>> {
  const ids = [...new Set(events.map(({ watchedApp }) => watchedApp.id))];
  const found = new Map<string, object>();
  const read = async (id: string) => {
    try {
      const wanted = { name: 'app', noun: 'app', id, fields: APP_FIELDS } as const;
      const app = await readOneEntity(endpoint, () => wanted, { signal });
      if (isObject(app)) found.set(id, app);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.isTemporary) throw error;
    }
  };
  await Promise.all(ids.map(read));
  return found;
}
