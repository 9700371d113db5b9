const STATE = {
  statusDetails: 'string',
  statusReason: 'string',
  number: 'integer',
  startTime: 'string',
  endTime: 'string',
  durationSeconds: 'number',
} as const;

const CAUSE = { trigger: 'string', startedBy: 'string', stoppedBy: 'string' } as const;

const VERSION = { number: 'integer' } as const;

/** What a wait adds: where asked for, or where the run failed or took too long. */
export const WAITED = {
  lastLogLines: ['string'],
  logError: 'string',
  timedOut: 'boolean',
} as const;

export const jobRun = {
  started: { id: 'string', status: 'string', jobId: 'string' },
  whole: {
    id: 'string',
    status: 'string',
    jobId: 'string',
    jobName: 'string',
    projectName: 'string',
    ...STATE,
    ...CAUSE,
    jobAlias: 'string',
    version: VERSION,
    pipelineInstanceId: 'string',
  },
} as const;

export const pipelineRun = {
  started: { id: 'string', status: 'string', pipelineId: 'string' },
  whole: {
    id: 'string',
    status: 'string',
    pipelineId: 'string',
    pipelineName: 'string',
    projectName: 'string',
    ...STATE,
    ...CAUSE,
    version: VERSION,
    jobsInstance: [
      {
        id: 'string',
        status: 'string',
        jobId: 'string',
        number: 'integer',
        statusDetails: 'string',
        startTime: 'string',
        endTime: 'string',
        durationSeconds: 'number',
        jobAlias: 'string',
        jobNodeId: 'string',
        statusReason: 'string',
      },
    ],
    conditionsInstance: [
      {
        conditionNodeId: 'string',
        isSuccess: 'boolean',
        status: 'string',
        statusDetails: 'string',
        statusReason: 'string',
        startTime: 'string',
        endTime: 'string',
      },
    ],
    nodeStatuses: [{ nodeId: 'string', status: 'string' }],
  },
} as const;
