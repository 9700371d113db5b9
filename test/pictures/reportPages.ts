import type { ReportApp } from '../../platform/report/apps';
import {
  entry,
  evenRuns,
  HOUR_MS,
  loadSchedules,
  MINUTE_MS,
  NOW,
  page,
  pastRun,
  pipelineRunPage,
} from '../platform/report/madeReports';

const [RETAIL, ENERGY] = ['Retail Analytics', 'Energy Forecast'];
const every = (cron: string) => ({ cron, timezone: 'Europe/Paris' });

function reportOfTwoProjects(): string {
  const nightly = { count: 13, everyMinutes: 1_440, seconds: 190, untilMs: NOW - 341 * MINUTE_MS };
  const scoring = { count: 50, everyMinutes: 360, seconds: 1_500, untilMs: NOW - 521 * MINUTE_MS };
  const twoHourly = { count: 160, everyMinutes: 120, seconds: 240, untilMs: NOW - 41 * MINUTE_MS };
  const meters = evenRuns(twoHourly, [5, 18, 30]).filter((_run, n) => n < 12 || n > 16);
  const forecasts = evenRuns({ count: 32, everyMinutes: 600, seconds: 1_200, untilMs: NOW - 9e6 });
  const prices = evenRuns({ count: 40, everyMinutes: 480, seconds: 260, untilMs: NOW - HOUR_MS });
  const stops = [pastRun('stopped', NOW - 30 * HOUR_MS, 900), ...prices.slice(4)];
  const ofRetail = { id: 'r', projectName: RETAIL };
  const ofEnergy = { id: 'e', projectName: ENERGY };
  return page([
    entry(
      { ...ofRetail, name: 'Sales import', schedule: every('0 3 * * *') },
      evenRuns(nightly, [0, 3]),
    ),
    entry(
      { ...ofRetail, name: 'Customer scoring', schedule: every('0 */6 * * *') },
      evenRuns(scoring),
    ),
    entry({ ...ofEnergy, name: 'Collect meter readings', schedule: every('0 */2 * * *') }, meters),
    entry({ ...ofEnergy, name: 'Forecast grid load' }, [
      pastRun('succeeded', NOW - 2 * HOUR_MS, 6_000),
      ...forecasts,
    ]),
    entry({ ...ofRetail, name: 'Watch competitor prices' }, [
      pastRun(undefined, NOW - 200_000, 0),
      ...stops,
    ]),
    entry({ ...ofRetail, name: 'Daily sales', noun: 'pipeline' }, prices),
    entry({ ...ofEnergy, name: 'Import weather' }, []),
  ]);
}

const app = (name: string, state: ReportApp['state'], hoursAgo: number, more = {}): ReportApp => ({
  id: name,
  name,
  projectId: 'r',
  projectName: RETAIL,
  state,
  status: state.toUpperCase(),
  statusReason: null,
  sinceMs: NOW - hoursAgo * HOUR_MS,
  restarts: 0,
  isCut: false,
  ...more,
});

function reportWithApps(): string {
  const runs = evenRuns({ count: 40, everyMinutes: 480, seconds: 260, untilMs: NOW - HOUR_MS });
  const entries = [entry({ name: 'Sales import', projectName: RETAIL }, runs)];
  const statusReason = 'The container exited with code 1';
  return page(entries, 1, [
    app('Price dashboard', 'down', 0.7, { statusReason, restarts: 2 }),
    app('Catalog search', 'stopped', 60),
    app('Sales dashboard', 'up', 200),
  ]);
}

function timeline(): string {
  const jobs = [
    ['extract', 'SUCCEEDED', 0, 12],
    ['score', 'SUCCEEDED', 0, 20],
    ['prices', 'KILLED', 13, 30],
    ['load', 'FAILED', 21, 46],
    ['send', 'SKIPPED'],
  ] as const;
  const names = new Map([
    ['extract', 'Extract daily sales'],
    ['score', 'Customer scoring'],
    ['prices', 'Price watch'],
    ['load', 'Grid load model'],
    ['send', 'Send the numbers'],
  ]);
  const endTime = new Date(NOW + 46 * MINUTE_MS).toISOString();
  const ended = { pipelineName: 'Daily sales', number: 42, status: 'FAILED', endTime };
  return pipelineRunPage(
    jobs.map(([...job]) => job),
    46,
    names,
    ended,
  );
}

const PAGES: ReadonlyMap<string, () => string> = new Map([
  ['report/report.png', reportOfTwoProjects],
  ['report/apps.png', reportWithApps],
  ['report/timeline.png', timeline],
]);

export const reportPictures = [...PAGES.keys()].map((file) => file.replace('.png', ''));

/** Returns the HTML of a picture of a report. Its runs are made up, so that only changes of the page change it. */
export async function reportPageOf(picture: string): Promise<string | undefined> {
  await loadSchedules();
  return PAGES.get(picture)?.();
}
