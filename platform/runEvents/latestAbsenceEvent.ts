import { clock } from '../time/clock';
import type { GraphqlEndpoint } from '../graphql/send/endpoint';
import { outcomeOf } from '../runs/read/outcome';
import { recordClockOf } from '../runs/start/startRegisters';
import { eventsOf, inOrder } from './event';
import { readNewestRuns } from './parentRuns';
import { watchKey, type Watch } from './watch';
import { detectAbsence } from './absence/detectAbsence';
import type { AbsenceEvent } from './absence/absenceEvent';
import { prepareAbsence } from './prepareAbsence';
import type { AbsenceRules } from './absence/rules';
import { scheduleMark } from './absence/scheduleMark';
import { absenceStateSince, wholeSeconds } from './absence/state';

/** An example is looked for among so many runs of each job, and within so long. */
const NEWEST_RUNS = 25;
const WITHIN_MS = 7 * 24 * 3_600_000;

/** The latest event about absence of the last days, as it would have been reported to somebody who watched all the time. */
export async function latestAbsenceEvent(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  rules: AbsenceRules,
): Promise<AbsenceEvent | undefined> {
  const askedMs = clock.now();
  const withSchedule = rules.scheduleMissed !== undefined;
  const { parents, missing } = await readNewestRuns(endpoint, watch, NEWEST_RUNS, {}, withSchedule);
  const snapshot = {
    watched: watchKey(watch),
    parents,
    olderOpenRuns: new Map(),
    postponed: [],
    missing,
    askedMs,
  };
  const recordClock = recordClockOf(endpoint);
  const context = await prepareAbsence(
    endpoint,
    watch,
    rules,
    snapshot,
    undefined,
    recordClock,
    {},
  );
  const newRules = {
    scheduleMissed: false,
    notSucceededInTime: false,
    runTooLong: false,
    recovered: false,
  };
  const sinceMs = wholeSeconds(context.nowMs - WITHIN_MS);
  const events = parents.flatMap((parent) => {
    const { runs, schedule } = parent;
    const before = {
      ...absenceStateSince(sinceMs),
      schedule: scheduleMark(schedule, schedule && context.read(schedule)),
    };
    const newEvents = inOrder(runs.flatMap((run) => eventsOf(run, parent)));
    const open = runs.filter(({ status }) => outcomeOf(status) === undefined);
    const polled = { parent, runs, open, newEvents, before };
    return detectAbsence(polled, { ...context, newRules }).events;
  });
  const timeOf = ({ dueAtMs, atMs }: AbsenceEvent) => dueAtMs ?? atMs;
  return events.sort((a, b) => timeOf(a) - timeOf(b)).at(-1);
}
