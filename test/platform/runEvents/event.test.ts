import { eventsOf, inOrder, type RunEvent } from '../../../platform/runEvents/event';

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
  expect(told(eventsOf({ id: 'r1', ...run }, parent))).toEqual(events);
});

const event = (
  name: RunEvent['event'],
  atMs: number,
  { of = 'j1', number }: { of?: string; number?: number } = {},
): RunEvent => ({
  event: name,
  atMs,
  run: { id: `${name} ${atMs} ${of} ${number}`, status: '', number },
  parent: { id: of, name: '' },
});

test('events come by time, starts before ends, then by job and number', () => {
  const ordered = [
    event('runFailed', 1),
    event('runStarted', 2, { of: 'j1' }),
    event('runStarted', 2, { of: 'j1', number: 1 }),
    event('runStarted', 2, { of: 'j1', number: 2 }),
    event('runStarted', 2, { of: 'j2', number: 1 }),
    event('runSucceeded', 2, { of: 'j1', number: 1 }),
    event('runStopped', 2, { of: 'j1', number: 2 }),
    event('runStarted', 3),
  ];
  const ids = (events: RunEvent[]) => events.map(({ run }) => run.id);
  expect(ids(inOrder(ordered.toReversed()))).toEqual(ids(ordered));
  const mixed = ordered.map((_, index) => ordered[(index * 3) % ordered.length] as RunEvent);
  expect(ids(inOrder(mixed))).toEqual(ids(ordered));
});
