import type { ScheduledTurn } from '../runs/script';
import type { NewProject } from '../store/projects';
import { SCHEDULED_JOB_IDS, SCHEDULED_PROJECT_IDS, TECHNOLOGY_IDS } from '../ids';
import type { JobOnSchedule } from './jobOnSchedule';

const HOURS_OF_HISTORY = 3;
const USUAL_SECONDS = 6;
const SLOW: ScheduledTurn = { script: { durationSeconds: 120 } };
const FAILED: ScheduledTurn = {
  script: {
    outcome: 'FAILED',
    outcomeDetails: 'The container exited with code 1',
    logLines: [
      { stream: 'STDOUT', value: 'Reading the stock of 14 warehouses' },
      { stream: 'STDERR', value: 'ConnectionError: warehouse 9 does not answer' },
    ],
  },
};

export const minuteProject: NewProject = {
  id: SCHEDULED_PROJECT_IDS.nightInMinutes,
  name: 'Night in Minutes',
  description: 'Schedules of a few minutes, and what goes wrong with them',
  creator: 'lea.moreau',
};

/**
 * Jobs that run every few minutes, so that nobody waits long for one that is missed, late, slow or failed. Whoever looks every
 * minute, with a grace period of one, finds each: what is missing, late or slow is so for more than a minute.
 */
export function minuteJobs(now: number): JobOnSchedule[] {
  const createdAt = now - HOURS_OF_HISTORY * 60 * 60_000;
  const job = (
    id: keyof typeof SCHEDULED_JOB_IDS,
    name: string,
    everyMinutes: 1 | 2 | 4,
    turns: ScheduledTurn[],
    lastWords: string,
  ): JobOnSchedule => ({
    id: SCHEDULED_JOB_IDS[id],
    projectId: SCHEDULED_PROJECT_IDS.nightInMinutes,
    name,
    category: 'Processing',
    technologyId: TECHNOLOGY_IDS.python,
    creator: 'lea.moreau',
    createdAt,
    settings: {
      isScheduled: true,
      cronScheduling: everyMinutes === 1 ? '* * * * *' : `*/${everyMinutes} * * * *`,
      scheduleTimezone: 'Europe/Paris',
    },
    script: {
      queueSeconds: 1,
      durationSeconds: USUAL_SECONDS,
      logLines: [
        { stream: 'STDOUT', value: 'Started by the schedule' },
        { stream: 'STDOUT', value: lastWords },
      ],
      onSchedule: { turns, everyMinutes, variation: 0.2 },
    },
  });
  return [
    job('orders', 'Load orders', 1, [{}], '312 orders loaded'),
    job('exchangeRates', 'Refresh exchange rates', 2, [{}, { isMissed: true }], '34 rates'),
    job('priceList', 'Deliver price list', 4, [{ lateSeconds: 130 }], 'Delivered to 3 shops'),
    job('searchIndex', 'Rebuild search index', 1, [SLOW, {}, {}], '18 204 products indexed'),
    job('recommendations', 'Refresh recommendations', 1, [{}, SLOW, {}], '96 lists refreshed'),
    job('stockLevels', 'Export stock levels', 1, [{}, FAILED, FAILED], '14 warehouses exported'),
  ];
}
