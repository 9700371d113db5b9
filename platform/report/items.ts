import type { Pages } from '../pages';
import { isoTime, type ReportEntry } from './entry';
import type { Report } from './getReport';
import { summaryText } from './words';

/** What a report says of one job or pipeline, as users see it. */
export function entryItem(pages: Pages, entry: ReportEntry) {
  const { noun, id, name, projectId, projectName, reason, figures, change } = entry;
  const { lastRun, lastSuccess, missedSchedules, schedule, usual, isCut } = entry;
  return {
    kind: noun,
    name,
    projectName,
    state: reason.state,
    ...figures,
    change,
    usual: usual ?? null,
    lastRun: lastRun && { ...lastRun, url: pages.url(noun, projectId, id, lastRun.id) },
    lastSuccess,
    missedSchedules,
    ...(reason.state === 'late' && { dueAt: isoTime(reason.dueMs) }),
    cronScheduling: schedule?.cron ?? null,
    id,
    projectId,
    url: pages.url(noun, projectId, id),
    isCut,
  };
}

/** What it says of all together. */
export function totalsItem(report: Report) {
  const { totals, period, gone } = report;
  return {
    kind: 'total' as const,
    summary: summaryText(report),
    ...totals,
    from: isoTime(period.fromMs),
    to: isoTime(period.toMs),
    timezone: period.timezone,
    gone,
  };
}
