import { outcomeOf } from '../runs/read/outcome';
import { conclude, type Conditions } from './absence/conclude';
import type { Occasion } from './absence/occasion';
import { ruleKeys } from './absence/rules';
import { eventsOf, inOrder, startMsOf, type RunEvent } from './event';
import type { NumberedRun, Reading } from './reading';
import type { AbsenceWatch, ParentState, WatchState } from './watchState';

/** What was seen of everything that is watched. */
export interface Look {
  /** See `watchKey`. */
  watched: string;
  /** Each back to the last run that is known. */
  readings: readonly Reading[];
  /** Open runs that newer ones have pushed out of sight. */
  outOfSight: ReadonlyMap<string, readonly NumberedRun[]>;
  /** What there was no time for. */
  postponed: readonly string[];
  /** What was chosen and is not there. */
  missing: readonly string[];
  /** When it was asked for, by this machine's clock, epoch milliseconds. */
  askedMs: number;
}

export interface Poll {
  /** What happened since the state was made, in order of time. */
  events: RunEvent[];
  /** What did not happen, or went well again. */
  occasions: Occasion[];
  state: WatchState;
  /** What to tell whoever looks after n8n, as of schedules that cannot be read. */
  problems: string[];
}

/** Where absence is watched: what holds for the poll. */
export type AbsenceConditions = Omit<Conditions, 'begins'>;

/** What happened, and what did not, since a state was made. It reads no clock and asks nobody. */
export function concludeLook(
  look: Look,
  before: WatchState | undefined,
  absence?: AbsenceConditions,
): Poll {
  const { watched, readings, outOfSight, postponed, missing } = look;
  const conditions = absence && { ...absence, begins: begins(absence, before?.absence) };
  const events: RunEvent[] = [];
  const occasions: Occasion[] = [];
  const problems: string[] = [];
  const parents = keptParents(look, before);
  for (const reading of readings) {
    const known = before?.parents.get(reading.id);
    const runs = [...reading.runs, ...(outOfSight.get(reading.id) ?? [])];
    const news = isBeginning(watched, before, reading)
      ? []
      : newEvents(reading, runs, known, before);
    events.push(...news);
    const state = stateOf(runs, known);
    parents.set(reading.id, state);
    if (!conditions) continue;
    const { schedule } = reading;
    const found = { parent: reading, runs, schedule, before: known?.absence };
    const concluded = conclude({ ...found, news: inOrder([...news]) }, conditions);
    parents.set(reading.id, { ...state, absence: concluded.state });
    occasions.push(...concluded.occasions);
    if (concluded.problem) problems.push(`${reading.name}: ${concluded.problem}`);
  }
  const seen = readings.flatMap((reading) => reading.runs.flatMap((run) => eventsOf(run, reading)));
  const latestMs = Math.max(before?.latestMs ?? 0, ...latestOf(seen), ...latestOf(events));
  const isWhole = postponed.length === 0;
  const askedMs = isWhole ? look.askedMs : (before?.absence?.askedMs ?? 0);
  return {
    events: inOrder(events),
    occasions: occasions.sort((a, b) => a.atMs - b.atMs),
    problems,
    state: {
      watched,
      latestMs,
      parents,
      missing,
      ...(absence && { absence: { rules: ruleKeys(absence.rules), askedMs } }),
    },
  };
}

/** What was not watched before begins here; what was goes on. */
export function isBeginning(
  watched: string,
  before: WatchState | undefined,
  { id }: Pick<Reading, 'id'>,
): boolean {
  return before?.watched !== watched && !before?.parents.has(id);
}

/** What is postponed, or away only for a moment, goes on from where it was; what is away is not late. */
function keptParents(
  { postponed, missing }: Look,
  before: WatchState | undefined,
): Map<string, ParentState> {
  const kept = postponed.flatMap((id) => {
    const known = before?.parents.get(id);
    return known ? [[id, known] as const] : [];
  });
  const away = missing.flatMap((id) => {
    const known = before?.parents.get(id);
    return known ? [[id, { lastNumber: known.lastNumber, open: known.open }] as const] : [];
  });
  return new Map<string, ParentState>([...kept, ...away]);
}

function begins({ rules }: AbsenceConditions, before: AbsenceWatch | undefined) {
  const keys = ruleKeys(rules);
  const isNew = (name: keyof typeof keys) => keys[name] !== before?.rules[name];
  return {
    scheduleMissed: isNew('scheduleMissed'),
    notSucceededInTime: isNew('notSucceededInTime'),
    runTooLong: isNew('runTooLong'),
  };
}

function newEvents(
  parent: Reading,
  runs: NumberedRun[],
  known: ParentState | undefined,
  before: WatchState | undefined,
): RunEvent[] {
  return runs.flatMap((run) => {
    const open = known?.open.get(run.id);
    if (open) return eventsOf(run, parent).filter(({ event }) => !isTold(event, open.isStarted));
    if (run.number <= (known?.lastNumber ?? 0)) return [];
    const events = eventsOf(run, parent);
    // What appears for the first time after the others were watched for a while is not older than what was seen there.
    return known ? events : events.filter(({ atMs }) => atMs >= (before?.latestMs ?? 0));
  });
}

function isTold(event: RunEvent['event'], isStarted: boolean): boolean {
  return event === 'runStarted' && isStarted;
}

function stateOf(runs: NumberedRun[], known: ParentState | undefined): ParentState {
  const open = runs.filter(
    ({ id, number, status }) =>
      outcomeOf(status) === undefined && (number > (known?.lastNumber ?? 0) || known?.open.has(id)),
  );
  return {
    lastNumber: runs.reduce((last, { number }) => Math.max(last, number), known?.lastNumber ?? 0),
    open: new Map(open.map((run) => [run.id, { isStarted: startMsOf(run) !== undefined }])),
  };
}

function latestOf(events: RunEvent[]): number[] {
  return events.length === 0
    ? []
    : [events.reduce((latest, { atMs }) => Math.max(latest, atMs), 0)];
}
