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

/** What starting adds where the item was skipped for a run under way. */
export const SKIPPED = { skipped: 'boolean' } as const;

/** `told`: what a list of runs tells of each. */
const toldOfJob = {
  id: 'string',
  status: 'string',
  jobId: 'string',
  ...STATE,
  ...CAUSE,
  jobAlias: 'string',
  version: VERSION,
  pipelineInstanceId: 'string',
} as const;

export const jobRun = {
  told: toldOfJob,
  whole: { ...toldOfJob, jobName: 'string', projectName: 'string' },
} as const;

const toldOfPipeline = {
  id: 'string',
  status: 'string',
  pipelineId: 'string',
  pipelineName: 'string',
  ...STATE,
  ...CAUSE,
  version: VERSION,
} as const;

export const pipelineRun = {
  told: toldOfPipeline,
  whole: {
    ...toldOfPipeline,
    projectName: 'string',
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
