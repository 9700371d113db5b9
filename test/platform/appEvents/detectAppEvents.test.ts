import { detectAppEvents } from '../../../platform/appEvents/detectAppEvents';
import type { AppStatusRecord } from '../../../platform/appEvents/event';
import { readAppsState, storedApps, type AppsState } from '../../../platform/appEvents/watchState';

const record = (text: string): AppStatusRecord => {
  const [atMs, status = '', executionId] = text.split(' ');
  return { atMs: Number(atMs), status, executionId };
};

let polls = 0;
const poll = (before: AppsState | undefined, status: string, records: string[]) => {
  const app = { id: 'a', status, executionId: 'e1', history: {} };
  const apps = [{ app, records: records.map(record), hasMore: false }];
  const askedMs = 1_000 + polls++;
  const snapshot = { watched: 'all', apps, postponed: new Set<string>(), missing: [], askedMs };
  const { events, state } = detectAppEvents(snapshot, before);
  const saved = JSON.parse(JSON.stringify(storedApps(state))) as unknown;
  return { events: events.map(({ event }) => event), state: readAppsState(saved) };
};

test('a status that the history does not have yet counts only if it lasts, and its record is no second event', () => {
  const started = ['1 STARTING e1', '2 STARTED e1'];
  const first = poll(undefined, 'STARTED', started);
  const stale = poll(first.state, 'FAILED', started);
  expect(stale.events).toEqual([]);
  expect(poll(stale.state, 'STARTED', started).events).toEqual([]);
  const lasting = poll(stale.state, 'FAILED', started);
  expect(lasting.events).toEqual(['appFailed']);
  const recorded = [...started, '3 FAILED e1'];
  const late = poll(lasting.state, 'FAILED', recorded);
  expect(late.events).toEqual([]);
  const back = poll(late.state, 'STARTED', [...recorded, '3 STARTING e2', '3 STARTED e2']);
  expect(back.events).toEqual(['appStarted', 'appRecovered']);
});

test('a status without a record that is over without one is over', () => {
  const started = ['1 STARTING e1', '2 STARTED e1'];
  let { state } = poll(undefined, 'STARTED', started);
  const found = ['RECOVERING', 'RECOVERING', 'STARTED', 'STARTED'].map((status) => {
    const next = poll(state, status, started);
    state = next.state;
    return next.events;
  });
  expect(found.slice(0, 2)).toEqual([[], ['appFailed']]);
  expect(found[2]).toContain('appRecovered');
  expect(found[3]).toEqual([]);
});

test('records of the same moment are each counted once', () => {
  const { state } = poll(undefined, 'STARTED', ['5 STARTING e1', '5 STARTED e1']);
  const records = ['5 STARTING e1', '5 STARTED e1', '5 STOPPED e1', '5 STARTED e2'];
  expect(poll(state, 'STARTED', records).events).toEqual(['appStopped', 'appStarted']);
});

test.each([
  undefined,
  {},
  { watched: 'x', latestMs: 1, parents: {} },
  { watched: 'x', latestMs: 1, apps: { a: [1] } },
])('what is no state of apps is none: %j', (stored) => {
  expect(readAppsState(stored)).toBeUndefined();
});
