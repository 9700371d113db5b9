import type { AppState } from '../../../platform/resources/app/start';
import type { AppStatusRecord } from '../../../platform/watch/apps/appPhase';
import { detectAppEvents, type AppWatchState } from '../../../platform/watch/apps/detectAppEvents';
import { readStoredState, toStoredState, type WatchState } from '../../../platform/watch/watch';
import { randomNumbers } from '../../support/random';

interface Seen {
  id: string;
  /** The status now, with its execution: `STARTED e1`. */
  now: string;
  records: AppStatusRecord[];
}

/** Polls once, and returns the state as n8n stores it. */
function poll(
  before: WatchState<AppWatchState> | undefined,
  seen: Seen[],
  missing: string[] = [],
  nowMs = 9,
) {
  const found = seen.map(({ id, now, records }) => {
    const [status = '', executionId] = now.split(' ');
    const app: AppState = { id, status, executionId, history: {} };
    return { id, app, records, hasMore: false };
  });
  const { events, state } = detectAppEvents({ watched: 'all', nowMs, found, missing }, before);
  const saved = JSON.parse(JSON.stringify(toStoredState(state))) as unknown;
  const names = events.map(({ event, watchedApp }) => `${watchedApp.id} ${event}`);
  return { events: names, state: readStoredState<AppWatchState>(saved) };
}

/** Reads `5 STARTED e1`. */
const record = (text: string): AppStatusRecord => {
  const [atMs, status = '', executionId] = text.split(' ');
  return { atMs: Number(atMs), status, executionId };
};

test('records of the same moment are each counted once', () => {
  const known = ['5 STARTING e1', '5 STARTED e1'].map(record);
  const { state } = poll(undefined, [{ id: 'a', now: 'STARTED e1', records: known }]);
  const records = [...known, ...['5 STOPPED e1', '5 STARTED e2'].map(record)];
  const { events } = poll(state, [{ id: 'a', now: 'STARTED e1', records }]);
  expect(events).toEqual(['a appStopped', 'a appStarted']);
});

test.each([
  ['nothing', [], []],
  ['an app that started long ago', [{ id: 'b', now: 'STARTED e1', records: ['5 STARTED e1'] }], []],
  ['that it is missing', [], ['a']],
])('what an app did before the activation, which saw %s, is no event', (_seen, others, missing) => {
  const nowMs = 1_000_000;
  const seen = others.map((app) => ({ ...app, records: app.records.map(record) }));
  const { state } = poll(undefined, seen, missing, nowMs);
  const records = [`${nowMs - 100_000} STARTED e1`, `${nowMs + 1} STOPPED e1`].map(record);
  const { events } = poll(state, [...seen, { id: 'a', now: 'STOPPED e1', records }]);
  expect(events).toEqual(['a appStopped']);
});

const LIFE_MS = 2_000;

/** The life of an app: executions that start, fail, recover and stop, with what should be reported of each record. */
function makeLife(id: string, random: () => number) {
  const createdMs = Math.floor(random() * LIFE_MS * 0.7);
  const history: Array<{ record: AppStatusRecord; writtenMs: number; event?: string }> = [];
  let [writtenMs, atMs, execution, hasFailed] = [createdMs, createdMs, 0, false];
  const add = (status: string, event?: string, executionId?: string) => {
    writtenMs += 1 + Math.floor(random() * 30);
    // Some records have the time of the one before.
    if (random() < 0.7) atMs = writtenMs;
    history.push({ record: { atMs, status, executionId }, writtenMs, event });
  };
  const addStatus = (status: string, event?: string) => {
    add(status, event, `e${execution}`);
    // Neither a lost sight nor the same status again is an event.
    if (random() < 0.2) add('UNKNOWN');
    if (random() < 0.2) add(status, undefined, `e${execution}`);
  };
  while (writtenMs < LIFE_MS) {
    execution++;
    addStatus('STARTING');
    const isUp = random() < 0.8;
    if (isUp) {
      addStatus('STARTED', hasFailed ? 'appStarted appRecovered' : 'appStarted');
      hasFailed = false;
    }
    if (isUp && random() < 0.5) {
      addStatus('STOPPED', 'appStopped');
    } else {
      addStatus(random() < 0.5 ? 'RECOVERING' : 'FAILED', 'appFailed');
      hasFailed = true;
    }
  }
  return { id, createdMs, history };
}

/** Polls the lives of some apps at random times; some polls fail, and some apps are away for a while. */
function pollLives(seed: number) {
  const random = randomNumbers(seed);
  const lives = ['a', 'b', 'c'].map((id) => makeLife(id, random));
  const activatedMs = Math.floor(random() * 400);
  const reported: string[] = [];
  let state: WatchState<AppWatchState> | undefined;
  for (let ms = activatedMs, isLast = false; !isLast; ms += 1 + Math.floor(random() * 200)) {
    isLast = ms > 2 * LIFE_MS;
    const isAway = ({ id }: { id: string }) => !isLast && state?.states.has(id) && random() < 0.2;
    const created = lives.filter(({ createdMs }) => createdMs <= ms);
    const missing = created.filter(isAway).map(({ id }) => id);
    const seen = created
      .filter(({ id }) => !missing.includes(id))
      .map(({ id, history }) => {
        const records = history
          .filter(({ writtenMs }) => writtenMs <= ms)
          .map(({ record: each }) => each);
        return { id, now: records.at(-1)?.status ?? 'STOPPED', records };
      });
    const polled = poll(state, seen, missing, ms);
    // A poll whose result is lost leaves the older state.
    if (state && !isLast && random() < 0.2) continue;
    reported.push(...polled.events);
    ({ state } = polled);
  }
  const expected = lives.flatMap(({ id, createdMs, history }) =>
    history
      .filter(({ writtenMs }) => createdMs > activatedMs || writtenMs > activatedMs)
      .flatMap(({ event }) => event?.split(' ') ?? [])
      .map((event) => `${id} ${event}`),
  );
  return { reported: reported.sort(), expected: expected.sort() };
}

test('300 lives of apps: each event is reported once, and none that was not', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const { reported, expected } = pollLives(seed);
    expect({ seed, reported }).toEqual({ seed, reported: expected });
    expect(expected.length).toBeGreaterThan(20);
  }
});
