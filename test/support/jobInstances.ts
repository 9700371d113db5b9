import { uuid } from './ids';

export const JOB_ID = uuid(900_001);

const ENDED = new Set<unknown>(['SUCCEEDED', 'FAILED', 'ERROR', 'KILLED', 'SKIPPED']);

/** Builds a run of a job, with the status fields of older and of current platforms. */
export function jobInstance(number: number, changes: Record<string, unknown> = {}) {
  const { status = 'SUCCEEDED', statusDetails = null, reason = null, ...others } = changes;
  const current = { status, details: statusDetails, reason, recordAt: '2026-01-02T03:04:11Z' };
  return {
    id: uuid(number),
    number,
    status,
    statusDetails,
    history: { statuses: [current], currentStatus: current },
    version: { number: 3 },
    startTime: '2026-01-02T03:04:05Z',
    endTime: ENDED.has(status) ? '2026-01-02T03:04:11Z' : null,
    pipelineInstanceId: null,
    jobId: JOB_ID,
    jobNodeId: null,
    jobAlias: 'import_weather',
    runTrigger: { __typename: 'AuthoredTrigger', triggerType: 'MANUAL_JOB', author: 'ann' },
    stopTrigger: null,
    ...others,
  };
}

/** Builds a job with runs. @param runs runs, newest first */
export function buildJobWithRuns(runs: unknown[]) {
  return {
    id: JOB_ID,
    name: 'Import weather',
    project: { id: uuid(900_003), name: 'Weather' },
    instances: ({ limit = runs.length, skip = 0 }: { limit?: number; skip?: number }) =>
      runs.slice(skip, skip + limit),
  };
}
