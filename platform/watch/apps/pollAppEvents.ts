import { PlatformError } from '../../common/errors/errors';
import { readOneEntity } from '../../graphql/call/callRootField';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { APP_FIELDS } from '../../resources/app/app';
import { isObject } from '../../common/text/values';
import { clock } from '../../common/time/clock';
import { watchKey, type Watch, type WatchState } from '../watch';
import { detectAppEvents, type AppEvent, type AppWatchState } from './detectAppEvents';
import { readWatchedApps } from './watchedApps';

/** The statuses of this many of the newest actions on an app are read. */
const ACTIONS = 10;

/**
 * Finds the events of apps since the last poll in their histories, also failures and recoveries in between. If a platform returns no
 * history, what a poll sees counts. Of more than 10 actions on an app between two polls, the newest count.
 * @param before state of the last poll; undefined at the activation
 */
export async function pollAppEvents(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  before: WatchState<AppWatchState> | undefined,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<{ events: AppEvent[]; state: WatchState<AppWatchState> }> {
  const nowMs = clock.now();
  const read = await readWatchedApps(endpoint, watch, ACTIONS, { signal });
  return detectAppEvents({ watched: watchKey('app', watch), nowMs, ...read }, before);
}

/** Returns the latest event as an example. */
export async function latestAppEvent(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  names: readonly string[],
): Promise<AppEvent | undefined> {
  const nothing = { watched: '', latestMs: 0, states: new Map(), missing: [] };
  const read = await readWatchedApps(endpoint, watch, ACTIONS);
  const { events } = detectAppEvents({ watched: '', nowMs: clock.now(), ...read }, nothing);
  return events.filter(({ event }) => names.includes(event)).at(-1);
}

/**
 * Reads the apps of events as "Get" returns them, by their IDs; those that cannot be read are left out.
 * @param signal when it fires, events are reported with what is known so far
 * @throws PlatformError if the failure may pass: the next poll finds the same events
 */
export async function readAppsOfEvents(
  endpoint: GraphqlEndpoint,
  events: readonly AppEvent[],
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Map<string, object>> {
  const ids = [...new Set(events.map(({ watched }) => watched.id))];
  const found = new Map<string, object>();
  const read = async (id: string) => {
    try {
      const wanted = { name: 'app', what: 'app', id, fields: APP_FIELDS } as const;
      const app = await readOneEntity(endpoint, () => wanted, { signal });
      if (isObject(app)) found.set(id, app);
    } catch (error) {
      if (!(error instanceof PlatformError) || (error.isTemporary && !signal?.aborted)) throw error;
    }
  };
  await Promise.all(ids.map(read));
  return found;
}
