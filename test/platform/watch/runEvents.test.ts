import { sortByTime, listEvents, type RunEvent } from '../../../platform/watch/runs/runEvents';

const parent = { id: 'j1', name: 'Import' };
const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000).toISOString();
const told = (events: RunEvent[]) =>
  events.map(({ event, atMs }) => `${event} ${(atMs - 1_700_000_000_000) / 1000}`);

test.each([
  [{ status: 'QUEUED' }, []],
  [{ status: 'RUNNING', startTime: at(1) }, ['runStarted 1']],
  [{ status: 'RUNNING', recordedAt: at(2) }, ['runStarted 2']],
  [{ status: 'RUNNING', startTime: at(1), recordedAt: at(2) }, ['runStarted 2']],
  [{ status: 'KILLING', startTime: at(1), recordedAt: at(2) }, ['runStarted 1']],
  [{ status: 'QUEUED', recordedAt: at(2) }, []],
  [{ status: 'QUEUED', startTime: at(1), recordedAt: at(2) }, []],
  [
    { status: 'SUCCEEDED', startTime: at(1), endTime: at(5), recordedAt: at(6) },
    ['runStarted 1', 'runSucceeded 5'],
  ],
  [{ status: 'FAILED', startTime: at(1), recordedAt: at(6) }, ['runStarted 1', 'runFailed 6']],
  [{ status: 'KILLED', startTime: at(1) }, ['runStarted 1', 'runStopped 1']],
  [{ status: 'FAILED' }, ['runFailed -1700000000']],
  [{ status: 'SKIPPED', startTime: at(1), endTime: at(2) }, []],
])('what happened to the run %j', (run, events) => {
  expect(told(listEvents({ id: 'r1', ...run }, parent))).toEqual(events);
});

test('events come by time, starts before ends, then by job and number', () => {
  const ordered = [
    ...['1 runFailed j1', '2 runStarted j1', '2 runStarted j1 1', '2 runStarted j1 2'],
    ...['2 runStarted j2 1', '2 runSucceeded j1 1', '2 runStopped j1 2', '3 runStarted j1'],
  ];
  const events = ordered.map((id) => {
    const [atMs, event, of = '', number] = id.split(' ');
    const run = { id, status: '', number: number === undefined ? undefined : Number(number) };
    return { event, atMs: Number(atMs), run, parent: { id: of, name: '' } } as RunEvent;
  });
  const mixed = events.map((_, index) => events[(index * 3) % events.length] as RunEvent);
  for (const given of [events.toReversed(), mixed]) {
    expect(sortByTime(given).map(({ run }) => run.id)).toEqual(ordered);
  }
});
