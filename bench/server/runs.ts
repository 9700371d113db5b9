/** A run as the documented queries show it. */
export interface Run {
  id: string;
  jobId: string;
  startedMs: number;
  seconds: number;
}

export function shownRun({ id, jobId: ofJob, startedMs, seconds }: Run) {
  const endedMs = startedMs + seconds * 1000;
  const hasEnded = Date.now() >= endedMs;
  const status = hasEnded ? 'SUCCEEDED' : 'RUNNING';
  const startTime = new Date(startedMs).toISOString();
  const endTime = hasEnded ? new Date(endedMs).toISOString() : null;
  const currentStatus = { status, recordAt: endTime ?? startTime };
  return {
    id,
    number: 1,
    status,
    jobId: ofJob,
    startTime,
    endTime,
    runTrigger: { __typename: 'AuthoredTrigger', triggerType: 'MANUAL_JOB', author: 'bench' },
    version: { number: 1 },
    history: { currentStatus, statuses: [currentStatus] },
  };
}

const DAY_MS = 86_400_000;

/** Runs at even distances, newest first, which all jobs have alike. They are made once: what is measured is the client. */
export function pastRuns(aDay: number, days: number) {
  const now = Date.now();
  return Array.from({ length: aDay * days }, (_, index) => {
    const startedMs = now - ((index + 0.5) * DAY_MS) / aDay;
    const id = `4${index.toString(16).padStart(7, '0')}-0000-4000-8000-000000000000`;
    const seconds = 40 + (index % 7) * 5;
    const run = shownRun({ id, jobId: '', startedMs, seconds });
    const record = (status: string, ms: number) => ({
      status,
      recordAt: new Date(ms).toISOString(),
    });
    const statuses = [
      record('REQUESTED', startedMs - 3_000),
      record('QUEUED', startedMs - 2_000),
      record('RUNNING', startedMs),
      run.history.currentStatus,
    ];
    return { ...run, history: { ...run.history, statuses } };
  });
}

export function logLine(index: number) {
  const value = `2026-11-22 12:00:00 INFO batch ${index} of the import has been written`;
  return { index, value, stream: 'STDOUT' };
}
