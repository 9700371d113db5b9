import {
  type JobScript,
  toLogLines,
  type ScheduledTurn,
  type ScheduledBehavior,
} from '../runs/script';
import type { JobToAdd, SandboxStore } from '../store/store';
import { SCHEDULED_JOB_IDS, SCHEDULED_PROJECT_IDS, TECHNOLOGY_IDS } from '../ids';
import type { SchedulePlayer } from '../schedules/player';
import { buildParisSchedule } from '../schedules/starts';

/** Builds the turns of a schedule. The keys of `turnsByAge` count due times back from now: the latest due time is 1. Other turns are empty. */
function buildTurns(
  now: number,
  everyMinutes: number,
  count: number,
  turnsByAge: Record<number, ScheduledTurn>,
): ScheduledTurn[] {
  const latest = Math.floor(now / 60_000 / everyMinutes);
  const turns = Array.from({ length: count }, (): ScheduledTurn => ({}));
  for (const [age, turn] of Object.entries(turnsByAge)) {
    turns[(latest + 1 - Number(age)) % count] = turn;
  }
  return turns;
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
const HISTORY_DAYS = 30;

const MISSED: ScheduledTurn = { isMissed: true };
const TIMED_OUT = 'sftp: connect to host erp.invalid port 22: Connection timed out';
const NOT_A_NUMBER = 'ValueError: column "amount" contains text';
const STOPPED = buildBadTurn('KILLED', 'Stopped on request', 'Killed');
const NO_SOURCE = buildBadTurn('FAILED', 'The container exited with code 2', TIMED_OUT);
const BAD_DATA = buildBadTurn('ERROR', 'The container exited with code 1', NOT_A_NUMBER);

function buildReportingJobs(now: number): JobToAdd[] {
  const createdAt = now - HISTORY_DAYS * DAY_MINUTES * 60_000;
  const job = (
    id: keyof typeof SCHEDULED_JOB_IDS,
    name: string,
    technology: keyof typeof TECHNOLOGY_IDS,
    cron: string,
    script: Partial<JobScript>,
  ) => buildScheduledJob('dailyReporting', id, name, technology, cron, createdAt, script);
  const turns = (
    everyMinutes: number,
    turnsByAge: Record<number, ScheduledTurn>,
  ): ScheduledBehavior => ({
    everyMinutes,
    variation: 0.15,
    turns: buildTurns(now, everyMinutes, (HISTORY_DAYS * DAY_MINUTES) / everyMinutes, turnsByAge),
  });
  return [
    job('salesReport', 'Sales report', 'sql', '0 2 * * *', {
      ...buildScript(20, 18 * 60, 'Wrote sales-report.xlsx'),
      onSchedule: turns(DAY_MINUTES, {
        1: { script: { durationSeconds: 44 * 60 } },
        6: BAD_DATA,
        19: MISSED,
      }),
    }),
    job('financeExtract', 'Finance extract', 'bash', '30 5 * * 1-5', {
      ...buildScript(5, 7 * 60, '41 288 postings'),
      onSchedule: turns(DAY_MINUTES, {
        ...{ 1: MISSED, 9: NO_SOURCE, 16: MISSED, 17: MISSED },
        24: { lateSeconds: 2700 },
      }),
    }),
    job('stockImport', 'Stock import', 'java', '0 */4 * * *', {
      ...buildScript(3, 95, '14 warehouses imported'),
      onSchedule: turns(4 * HOUR_MINUTES, {
        ...{ 1: NO_SOURCE, 2: NO_SOURCE, 3: NO_SOURCE, 31: MISSED },
        ...{ 52: NO_SOURCE, 53: STOPPED, 90: BAD_DATA, 140: NO_SOURCE },
      }),
    }),
    job('riskScores', 'Risk scores', 'r', '15 6-20/2 * * 1-5', {
      ...buildScript(40, 240, '2 204 customers scored'),
      onSchedule: turns(2 * HOUR_MINUTES, {
        1: { script: { queueSeconds: 600 } },
        40: { script: { queueSeconds: 780 } },
        200: STOPPED,
      }),
    }),
  ];
}

function buildScheduledJob(
  project: keyof typeof SCHEDULED_PROJECT_IDS,
  id: keyof typeof SCHEDULED_JOB_IDS,
  name: string,
  technology: keyof typeof TECHNOLOGY_IDS,
  cron: string,
  createdAt: number,
  script: Partial<JobScript>,
): JobToAdd {
  return {
    id: SCHEDULED_JOB_IDS[id],
    projectId: SCHEDULED_PROJECT_IDS[project],
    name,
    category: 'Processing',
    technologyId: TECHNOLOGY_IDS[technology],
    creator: 'lea.moreau',
    createdAt,
    settings: buildParisSchedule(cron),
    script,
  };
}

function buildScript(
  queueSeconds: number,
  durationSeconds: number,
  output: string,
): Partial<JobScript> {
  return { queueSeconds, durationSeconds, logLines: toLogLines(['Started', output]) };
}

function buildBadTurn(
  outcome: 'FAILED' | 'ERROR' | 'KILLED',
  outcomeDetails: string,
  error: string,
): ScheduledTurn {
  return { script: { outcome, outcomeDetails, logLines: toLogLines(['Started'], error) } };
}

const HISTORY_HOURS = 3;
const USUAL_SECONDS = 6;
const SLOW: ScheduledTurn = { script: { durationSeconds: 120 } };
const NO_ANSWER = 'ConnectionError: warehouse 9 does not answer';
const FAILED = buildBadTurn('FAILED', 'The container exited with code 1', NO_ANSWER);

/**
 * Returns jobs that run every few minutes, so that a missed, late, slow or failed run occurs soon. A trigger that polls each
 * minute with a grace period of one minute finds all of these runs.
 */
function buildMinuteJobs(now: number): JobToAdd[] {
  const createdAt = now - HISTORY_HOURS * 60 * 60_000;
  const job = (
    id: keyof typeof SCHEDULED_JOB_IDS,
    name: string,
    everyMinutes: 1 | 2 | 4,
    turns: ScheduledTurn[],
    output: string,
  ): JobToAdd => {
    const cron = everyMinutes === 1 ? '* * * * *' : `*/${everyMinutes} * * * *`;
    return buildScheduledJob('nightInMinutes', id, name, 'python', cron, createdAt, {
      ...buildScript(1, USUAL_SECONDS, output),
      onSchedule: { turns, everyMinutes, variation: 0.2 },
    });
  };
  return [
    job('orders', 'Load orders', 1, [{}], '312 orders loaded'),
    job('exchangeRates', 'Refresh exchange rates', 2, [{}, { isMissed: true }], '34 rates'),
    job('priceList', 'Deliver price list', 4, [{ lateSeconds: 130 }], 'Delivered to 3 shops'),
    job('searchIndex', 'Rebuild search index', 1, [SLOW, {}, {}], '18 204 products indexed'),
    job('stockLevels', 'Export stock levels', 1, [{}, FAILED, FAILED], '14 warehouses exported'),
  ];
}

export function seedSchedules(
  store: SandboxStore,
  schedules: SchedulePlayer,
  withRuns: boolean,
): void {
  const now = store.clock();
  store.inTransaction(() => {
    const creator = 'lea.moreau';
    store.addProject({
      id: SCHEDULED_PROJECT_IDS.dailyReporting,
      name: 'Daily Reporting',
      description: 'Reports that people expect at nine in the morning',
      creator,
    });
    store.addProject({
      id: SCHEDULED_PROJECT_IDS.nightInMinutes,
      name: 'Night in Minutes',
      description: 'Schedules of a few minutes with missed, late, slow and failed runs',
      creator,
    });
    const jobs = [...buildReportingJobs(now), ...buildMinuteJobs(now)];
    const ids = jobs.map((job) => store.addJob(job).id);
    if (withRuns) schedules.playPast(ids);
  });
}
