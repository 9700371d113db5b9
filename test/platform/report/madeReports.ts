import { Pages } from '../../../platform/pages';
import type { PastRun } from '../../../platform/report/pastRun';
import type { ReportSubject } from '../../../platform/report/subjects';

export const PAGES = new Pages({ baseUrl: 'https://platform.example', platformId: '7' });

const MINUTE_MS = 60_000;

/** A run, by minutes since a moment. */
export function pastRun(
  outcome: PastRun['outcome'],
  beginMs: number,
  seconds: number,
  waitMs?: number,
): PastRun {
  const status = {
    succeeded: 'SUCCEEDED',
    failed: 'FAILED',
    stopped: 'KILLED',
    skipped: 'SKIPPED',
  };
  return {
    id: `run-${beginMs}-${seconds}`,
    number: 1,
    status: outcome ? status[outcome] : 'RUNNING',
    outcome,
    beginMs,
    endMs: outcome ? beginMs + seconds * 1000 : undefined,
    waitMs,
  };
}

/** Runs at even distances, newest first. @param failing which of them fail, counted from the newest */
export function evenRuns(
  given: { count: number; everyMinutes: number; untilMs: number; seconds: number },
  failing: readonly number[] = [],
): PastRun[] {
  return Array.from({ length: given.count }, (_, index) => {
    const beginMs = given.untilMs - (index * given.everyMinutes + 30) * MINUTE_MS;
    const wobble = 1 + 0.2 * Math.sin(index * 2.3);
    const outcome = failing.includes(index) ? 'failed' : 'succeeded';
    return pastRun(outcome, beginMs, given.seconds * wobble, 2_000 + 500 * (index % 5));
  });
}

export function reportedJob(more: Partial<ReportSubject> = {}): ReportSubject {
  return {
    noun: 'job',
    id: '6f1d2c3b-0000-4000-8000-000000000000',
    name: 'Sales import',
    projectId: 'p1',
    projectName: 'Retail Analytics',
    schedule: null,
    createdMs: undefined,
    ...more,
  };
}
