import { detectAppEvents } from '../../../platform/appEvents/detectAppEvents';
import { readAppsState, storedApps, type AppsState } from '../../../platform/appEvents/watchState';

type Seen = [id: string, status: string, records: string[]];

/** One poll. @param seen by app: its status with its execution, and the records of its history: `5 STARTED e1` */
function poll(before: AppsState | undefined, seen: Seen[]) {
  const apps = seen.map(([id, now, history]) => {
    const [status = '', executionId] = now.split(' ');
    const records = history.map((text) => {
      const [atMs, was = '', execution] = text.split(' ');
      return { atMs: Number(atMs), status: was, executionId: execution };
    });
    return { app: { id, status, executionId, history: {} }, records, hasMore: false };
  });
  const read = { watched: 'all', apps, missing: [], askedMs: 9 };
  const { events, state } = detectAppEvents(read, before);
  const saved = JSON.parse(JSON.stringify(storedApps(state))) as unknown;
  const names = events.map(({ event, watched }) => `${watched.app.id} ${event}`);
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
  { watched: 'x', latestMs: 1, parents: {} },
  { watched: 'x', latestMs: 1, apps: { a: [1] } },
])('what is no state of apps is none: %j', (stored) => {
  expect(readAppsState(stored)).toBeUndefined();
});
