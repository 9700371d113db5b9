import { clock } from '../time/clock';
import type { GraphqlEndpoint } from '../graphql/send/endpoint';
import { recordClockOf } from '../runs/start/startRegisters';
import { eventsOf, inOrder } from './event';
import { readNewest } from './reading';
import { watchKey, type Watch } from './watch';
import { conclude } from './absence/conclude';
import type { Occasion } from './absence/occasion';
import { prepareAbsence } from './prepareAbsence';
import type { AbsenceRules } from './absence/rules';
import { scheduleMark } from './absence/scheduleMark';
import { absenceStateSince, wholeSeconds } from './absence/state';

/** An example is looked for among so many runs of each job, and within so long. */
const NEWEST_RUNS = 25;
const WITHIN_MS = 7 * 24 * 3_600_000;

/** The latest occasion of the last days, as it would have been told to somebody who watched all the time. */
export async function latestOccasion(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  rules: AbsenceRules,
): Promise<Occasion | undefined> {
  const askedMs = clock.now();
  const withSchedule = rules.scheduleMissed !== undefined;
  const { readings, missing } = await readNewest(endpoint, watch, NEWEST_RUNS, {}, withSchedule);
  const look = {
    watched: watchKey(watch),
    readings,
    outOfSight: new Map(),
    postponed: [],
    missing,
    askedMs,
  };
  const clockOfRecords = recordClockOf(endpoint);
  const prepared = await prepareAbsence(
    endpoint,
    watch,
    rules,
    look,
    undefined,
    clockOfRecords,
    {},
  );
  const begins = { scheduleMissed: false, notSucceededInTime: false, runTooLong: false };
  const sinceMs = wholeSeconds(prepared.nowMs - WITHIN_MS);
  const occasions = readings.flatMap((reading) => {
    const { runs, schedule } = reading;
    const before = {
      ...absenceStateSince(sinceMs),
      schedule: scheduleMark(schedule, schedule && prepared.read(schedule)),
    };
    const news = inOrder(runs.flatMap((run) => eventsOf(run, reading)));
    const found = { parent: reading, runs, schedule, news, before };
    return conclude(found, { ...prepared, begins }).occasions;
  });
  const timeOf = ({ dueAtMs, atMs }: Occasion) => dueAtMs ?? atMs;
  return occasions.sort((a, b) => timeOf(a) - timeOf(b)).at(-1);
}
