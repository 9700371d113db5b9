import type { Pages } from '../pages';
import type { Run } from '../runs/read/run';
import { zoneOf } from '../schedules/scheduleReader';
import type { Report } from './getReport';
import { Calendar, reportText } from './words';

/** What needs attention, in a few lines. */
export function reportAsText(report: Report): string {
  const { timezone, nowMs } = report.period;
  const calendar = calendarOf(timezone, nowMs);
  return reportText(report, (ms) => calendar.moment(ms));
}

/** @returns an HTML file */
export async function reportAsPage(pages: Pages, report: Report): Promise<string> {
  const { timezone, nowMs } = report.period;
  const { reportPage } = await import('./page/pages');
  return reportPage(report, calendarOf(timezone, nowMs), pages);
}

/** The jobs of a pipeline's run as bars. @returns an HTML file */
export async function runAsPage(
  run: Run,
  jobNames: ReadonlyMap<string, string>,
  timezone: string,
): Promise<string> {
  const nowMs = Date.now();
  const made = await import('./page/pages');
  return made.pipelinePage(run, jobNames, calendarOf(timezone, nowMs), nowMs);
}

function calendarOf(timezone: string, nowMs: number): Calendar {
  return new Calendar(zoneOf(timezone) ?? { offsetAt: () => 0 }, nowMs);
}
