import { PlatformError } from '../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { readOneEntity } from '../graphql/call/callRootField';
import { APP_FIELDS } from '../resources/app/app';
import { isObject } from '../text/values';
import { clock } from '../time/clock';
import { detectAppEvents, type AppEvent } from './detectAppEvents';
import { readWatchedApps } from './readApps';
import { appWatchKey, type AppsState, type AppWatch } from './watchState';

/** The statuses of so many of the newest actions on an app are read. */
const ACTIONS = 10;

/**
 * Finds out what happened to apps since the last poll, from their histories: also what failed and recovered in between. If a platform
 * returns no history, what is seen at a poll counts. Of more than 10 actions on an app between two polls, the newest count.
 * It changes nothing: what a failed poll would have found, the next one finds.
 * @param before what the last poll remembered; undefined at first, when nothing old counts as an event
 */
export async function pollAppEvents(
  endpoint: GraphqlEndpoint,
  watch: AppWatch,
  before: AppsState | undefined,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<{ events: AppEvent[]; state: AppsState }> {
  const askedMs = clock.now();
  const watched = appWatchKey(watch);
  const { apps, missing } = await readWatchedApps(endpoint, watch, ACTIONS, { signal });
  return detectAppEvents({ watched, apps, missing, askedMs }, before);
}

/** The latest thing that happened, as an example of an event. */
export async function latestAppEvent(
  endpoint: GraphqlEndpoint,
  watch: AppWatch,
  names: readonly string[],
): Promise<AppEvent | undefined> {
  const { apps, missing } = await readWatchedApps(endpoint, watch, ACTIONS);
  const watched = appWatchKey(watch);
  const nothing = { watched, latestMs: 0, apps: new Map(), missing: [] };
  const snapshot = { watched, apps, missing, askedMs: clock.now() };
  const { events } = detectAppEvents(snapshot, nothing);
  return events.filter(({ event }) => names.includes(event)).at(-1);
}

/**
 * The apps of some events as "Get" returns them, by their IDs; those that cannot be read are missing.
 * @param signal when it fires, events are reported with what is known so far
 * @throws PlatformError that passes: the next poll finds the same events
 */
export async function readAppsOfEvents(
  endpoint: GraphqlEndpoint,
  events: readonly AppEvent[],
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Map<string, object>> {
  const ids = [...new Set(events.map(({ watched }) => watched.app.id))];
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
