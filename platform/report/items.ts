import { isoTime, type ReportEntry } from './entry';
import type { Report } from './getReport';
import { summaryText } from './words';

/** What a report says of one job or pipeline, as users see it. */
export function entryItem(entry: ReportEntry) {
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
    lastRun,
    lastSuccess,
    missedSchedules,
    ...(reason.state === 'late' && { dueAt: isoTime(reason.dueMs) }),
    cronScheduling: schedule?.cron ?? null,
    id,
    projectId,
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
