import { bound } from '../bound';
import type { Pages } from '../pages';
import type { GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Run } from '../runs/read/run';
import { zoneOf } from '../schedules/scheduleReader';
import { entryItem } from './entry';
import { getReport, totalsItem, type Report } from './getReport';
import { readPeriod, readSince } from './period';
import { listRunsOfProjects } from './runsOfProjects';
import { Calendar, reportText } from './words';

/** How jobs and pipelines ran: figures, texts and pages to look at. */
export function reportClient(endpoint: GraphqlEndpoint, pages: Pages) {
  return {
    ...bound({ get: getReport, listRuns: listRunsOfProjects }, endpoint),
    ...bound({ entryItem, page }, pages),
    readPeriod,
    readSince,
    totalsItem,
    text,
    pipelinePage,
  };
}

/** What needs attention, in a few lines. */
function text(report: Report): string {
  const { timezone, nowMs } = report.period;
  const calendar = calendarOf(timezone, nowMs);
  return reportText(report, (ms) => calendar.moment(ms));
}

/** @returns an HTML file */
async function page(pages: Pages, report: Report): Promise<string> {
  const { timezone, nowMs } = report.period;
  const { reportPage } = await import('./page/pages');
  return reportPage(report, calendarOf(timezone, nowMs), pages);
}

/** The jobs of a pipeline's run as bars. @returns an HTML file */
async function pipelinePage(
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
