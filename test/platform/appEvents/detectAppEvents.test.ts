import { detectAppEvents } from '../../../platform/appEvents/detectAppEvents';
import { randomNumbers } from '../../support/random';
import type { AppStatusRecord } from '../../../platform/appEvents/event';
import type { WatchedApp } from '../../../platform/appEvents/readApps';
import { readAppsState, storedApps, type AppsState } from '../../../platform/appEvents/watchState';

const record = (text: string): AppStatusRecord => {
  const [atMs, status = '', executionId] = text.split(' ');
  return { atMs: Number(atMs), status, executionId };
};

let polls = 0;
const poll = (before: AppsState | undefined, seen: string, records: string[]) => {
  const [status = '', executionId = 'e1'] = seen.split(' ');
  const app = { id: 'a', status, executionId, history: {} };
  const apps = [{ app, records: records.map(record), hasMore: false }];
  const askedMs = 1_000 + polls++;
  const snapshot = { watched: 'all', apps, postponed: new Set<string>(), missing: [], askedMs };
  const { events, state } = detectAppEvents(snapshot, before);
  const saved = JSON.parse(JSON.stringify(storedApps(state))) as unknown;
  return { events: events.map(({ event }) => event), state: readAppsState(saved) };
};

/** What polls find one after the other: the status that they see, and how many of the records the history has by then. */
function eventsOf(polls: ReadonlyArray<[status: string, count: number]>, records: string[]) {
  let state: AppsState | undefined;
  return polls.flatMap(([status, count]) => {
    const next = poll(state, status, records.slice(0, count));
    state = next.state;
    return next.events;
  });
}

test('a new app for which a poll had no time loses nothing to the others', () => {
  const appOf = (id: string, records: string[]) => {
    const app = { id, status: 'STARTED', executionId: 'e1', history: {} };
    return { app, records: records.map(record), hasMore: false };
  };
  const detect = (before: AppsState | undefined, apps: WatchedApp[], ...postponed: string[]) => {
    const read = { watched: 'all', apps, postponed: new Set(postponed), missing: [], askedMs: 9 };
    const { events, state } = detectAppEvents(read, before);
    return { state, events: events.map(({ event, watched }) => `${watched.app.id} ${event}`) };
  };
  const known = ['1 STARTING e1', '2 STARTED e1'];
  const added = appOf('new', ['3 STARTING e1', '4 STARTED e1']);
  const first = detect(undefined, [appOf('a', known)]);
  const restarted = appOf('a', [...known, '5 STOPPED e1', '6 STARTED e1']);
  const second = detect(first.state, [restarted, added], 'new');
  expect(second.events).toEqual(['a appStopped', 'a appStarted']);
  const third = detect(second.state, [restarted, added]);
  expect(third.events).toEqual(['new appStarted']);
  expect(detect(third.state, [restarted, added]).events).toEqual([]);
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

/** A life of an app as its platform records it, one entry a moment. */
function liveOnce(random: () => number): string[] {
  const records: string[] = [];
  let execution = 0;
  const add = (status: string) => records.push(`${records.length + 1} ${status} e${execution}`);
  while (records.length < 30) {
    execution++;
    add('STARTING');
    add(random() < 0.2 ? 'FAILED' : 'STARTED');
    if (random() < 0.5) add('RECOVERING');
    else add('STOPPED');
  }
  return records;
}

test('100 lives whose records come late: each event once', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = randomNumbers(seed);
    const records = liveOnce(random);
    const polls: Array<[string, number]> = [];
    let [seen, count] = [1, 1];
    while (count < records.length) {
      seen = Math.min(records.length, seen + Math.floor(random() * 3));
      if (random() < 0.4) count += Math.floor(random() * (seen - count + 1));
      const [, status, executionId] = (records[seen - 1] ?? '').split(' ');
      polls.push([`${status} ${executionId}`, count]);
    }
    const all: Array<[string, number]> = [['STARTING e1', 1]];
    const expected = eventsOf([...all, ...polls.slice(-1)], records);
    const found = eventsOf([...all, ...polls], records);
    expect([seed, ...found.sort()]).toEqual([seed, ...expected.sort()]);
  }
});
