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

export function logLine(index: number) {
  const value = `2026-11-22 12:00:00 INFO batch ${index} of the import has been written`;
  return { index, value, stream: 'STDOUT' };
}
