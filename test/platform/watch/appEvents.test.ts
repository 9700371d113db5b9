import {
  detectAppEvents,
  readAppsState,
  type AppWatchState,
} from '../../../platform/watch/apps/detectAppEvents';
import { storeState, type WatchState } from '../../../platform/watch/watch';

type Seen = [id: string, status: string, records: string[]];

/** One poll. @param seen by app: its status with its execution, and the records of its history: `5 STARTED e1` */
function poll(before: WatchState<AppWatchState> | undefined, seen: Seen[]) {
  const apps = seen.map(([id, now, history]) => {
    const [status = '', executionId] = now.split(' ');
    const records = history.map((text) => {
      const [atMs, was = '', execution] = text.split(' ');
      return { atMs: Number(atMs), status: was, executionId: execution };
    });
    return { id, app: { id, status, executionId, history: {} }, records, hasMore: false };
  });
  const read = { watched: 'all', found: apps, missing: [] };
  const { events, state } = detectAppEvents(read, before, 9);
  const saved = JSON.parse(JSON.stringify(storeState(state))) as unknown;
  const names = events.map(({ event, watched }) => `${watched.id} ${event}`);
  return { events: names, state: readAppsState(saved) };
}

test('records of the same moment are each counted once', () => {
  const known = ['5 STARTING e1', '5 STARTED e1'];
  const { state } = poll(undefined, [['a', 'STARTED e1', known]]);
  const records = [...known, '5 STOPPED e1', '5 STARTED e2'];
  const { events } = poll(state, [['a', 'STARTED e1', records]]);
  expect(events).toEqual(['a appStopped', 'a appStarted']);
});

test.each([
  undefined,
  {},
  { watched: 'x', latestMs: 1, states: {}, missing: [] },
  { watched: 'x', latestMs: 1, states: [['a', { lastNumber: 1 }]], missing: [] },
])('what is no state of apps is none: %j', (stored) => {
  expect(readAppsState(stored)).toBeUndefined();
});
