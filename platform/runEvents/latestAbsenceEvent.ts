import { clock } from '../time/clock';
import type { GraphqlEndpoint } from '../graphql/send/endpoint';
import { isWaiting, outcomeOf } from '../runs/read/outcome';
import { timeMs } from '../runs/read/times';
import { recordClockOf } from '../runs/read/recordClock';
import { scheduleReader } from '../schedules/scheduleReader';
import { askedMsOf, eventsOf, inOrder } from './event';
import { readBack, readNewestRuns, type NumberedRun, type ParentRuns } from './parentRuns';
import type { Watch } from './watchState';
import { detectAbsence, type PollContext } from './absence/detectAbsence';
import type { AbsenceEvent, AbsenceRules } from './absence/rules';
import { scheduleMark } from './absence/due';
import { absenceStateSince, wholeSeconds } from './absence/state';
import { usualMs } from './prepareAbsence';

const HOUR_MS = 3_600_000;
/** An example is looked for within so long … */
const WITHIN_MS = 7 * 24 * HOUR_MS;
/** … among so many runs of each job, with further pages as far as these reach. */
const NEWEST_RUNS = 25;
const MAX_PAGES = 10;

const NOTHING_IS_NEW = {
  scheduleMissed: false,
  notSucceededInTime: false,
  runTooLong: false,
  recovered: false,
};

/** The latest event about absence of the last days, as it would have been reported to a trigger that polled all the time. */
export async function latestAbsenceEvent(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  rules: AbsenceRules,
): Promise<AbsenceEvent | undefined> {
  const nowMs = recordClockOf(endpoint).timeAt(clock.now());
  const sinceMs = nowMs - WITHIN_MS;
  const more = { withSchedule: rules.scheduleMissed !== undefined, withCreation: true };
  const newest = await readNewestRuns(endpoint, watch, NEWEST_RUNS, {}, more);
  const isLater = ({ runs }: ParentRuns) => (oldestMs(runs) ?? 0) > sinceMs;
  const pages = { maxPages: MAX_PAGES };
  const { parents } = await readBack(endpoint, watch.kind, newest.parents, isLater, pages);
  const read = await scheduleReader();
  const latest = parents.flatMap((parent) => {
    const usualOf = (run: NumberedRun) => usualMs(parent.runs, run.number);
    const context = { rules, nowMs, read, usualOf, newRules: NOTHING_IS_NEW };
    return latestOf(parent, sinceMs, context) ?? [];
  });
  return latest.sort((a, b) => a.detectedAtMs - b.detectedAtMs).at(-1);
}

/** Polls one job or pipeline again and again. */
function latestOf(
  parent: ParentRuns,
  sinceMs: number,
  context: PollContext,
): AbsenceEvent | undefined {
  const { schedule, runs, hasMore, createdMs = 0 } = parent;
  const { nowMs, read } = context;
  const fromMs = wholeSeconds(Math.max(sinceMs, createdMs, (hasMore && oldestMs(runs)) || 0));
  const mark = scheduleMark(schedule, schedule && read(schedule));
  let state = { ...absenceStateSince(fromMs), schedule: mark };
  let latest: AbsenceEvent | undefined;
  let polledMs = 0;
  for (const ms of [fromMs, ...momentsOf(runs, fromMs, nowMs), nowMs]) {
    const seen = runs.flatMap((run) => runAt(run, ms));
    const events = seen.flatMap((run) => eventsOf(run, parent));
    const newEvents = inOrder(events.filter(({ atMs }) => atMs > polledMs && atMs <= ms));
    const open = seen.filter((run) => outcomeOf(run) === undefined);
    const polled = { parent, runs: seen, open, newEvents, before: state };
    const detected = detectAbsence(polled, { ...context, nowMs: ms });
    state = detected.state;
    // What was found out at the first moment was before.
    if (polledMs > 0) latest = detected.events.at(-1) ?? latest;
    polledMs = ms;
  }
  return latest;
}

/** When a poll is sure to have found out what there was, in order: each hour, and before and after each run changed. */
function momentsOf(runs: readonly NumberedRun[], fromMs: number, nowMs: number): number[] {
  const hours = Math.ceil((nowMs - fromMs) / HOUR_MS);
  const begins = runs.flatMap((run) => askedMsOf(run) ?? []);
  const ends = runs.flatMap(({ endTime }) => timeMs(endTime) ?? []);
  const moments = [
    ...Array.from({ length: hours }, (_, hour) => fromMs + hour * HOUR_MS),
    ...[...begins, ...ends].map((ms) => ms - 1),
    ...ends,
  ];
  return moments.filter((ms) => ms > fromMs && ms < nowMs).sort((a, b) => a - b);
}

/** A run as it was at a moment, as far as that is known; nothing before it began. */
function runAt(run: NumberedRun, ms: number): NumberedRun[] {
  if ((askedMsOf(run) ?? timeMs(run.startTime) ?? Infinity) > ms) return [];
  const endMs = timeMs(run.endTime) ?? timeMs(run.recordedAt) ?? 0;
  if (isWaiting(run) || outcomeOf(run) === undefined || endMs <= ms) return [run];
  const underWay = { status: 'RUNNING', succeeded: null, endTime: null, durationSeconds: null };
  return [{ ...run, ...underWay, recordedAt: undefined }];
}

function oldestMs(runs: readonly NumberedRun[]): number | undefined {
  const begins = runs.flatMap((run) => timeMs(run.startTime) ?? []);
  return begins.length === 0 ? undefined : Math.min(...begins);
}
