import { app } from './projects/app';
import { job, jobVersion } from './projects/job';
import { pipeline } from './projects/pipeline';
import { jobRun, pipelineRun } from './projects/run';
import type { Outputs } from './shape';

const DELETED = { deleted: 'boolean', id: 'string' } as const;

const PROJECT = {
  id: 'string',
  name: 'string',
  description: 'string',
  creator: 'string',
  status: 'string',
  jobsCount: 'integer',
} as const;

const VARIABLE = {
  id: 'string',
  name: 'string',
  scope: 'string',
  value: 'string',
  description: 'string',
  isPassword: 'boolean',
} as const;

/** What differs: values that are no texts are written as JSON. */
const CHANGE = {
  kind: 'string',
  name: 'string',
  alias: 'string',
  action: 'string',
  changes: [{ field: 'string', from: 'string', to: 'string' }],
  reason: 'string',
} as const;

export const PROJECTS: Outputs = {
  'app/delete': DELETED,
  'app/get': app.whole,
  'app/getAll': app.listed,
  'app/restart': app.whole,
  'app/run': app.whole,
  'app/stop': app.whole,
  'environmentVariable/delete': { ...DELETED, name: 'string', scope: 'string' },
  'environmentVariable/getAll': VARIABLE,
  'environmentVariable/set': VARIABLE,
  'job/addVersion': { jobId: 'string', ...jobVersion },
  'job/create': job.whole,
  'job/delete': DELETED,
  'job/duplicate': job.whole,
  'job/get': job.withRun,
  'job/getAll': job.listed,
  'job/run': jobRun.started,
  'job/runAndWait': jobRun.startedAndWaited,
  'job/update': job.whole,
  'jobRun/get': jobRun.whole,
  'jobRun/getAll': jobRun.whole,
  'jobRun/getLogs': { index: 'integer', value: 'string', stream: 'string', runId: 'string' },
  'jobRun/stop': jobRun.whole,
  'jobRun/wait': jobRun.waited,
  'pipeline/delete': DELETED,
  'pipeline/get': pipeline.whole,
  'pipeline/getAll': pipeline.listed,
  'pipeline/run': pipelineRun.started,
  'pipeline/runAndWait': pipelineRun.startedAndWaited,
  'pipelineRun/get': pipelineRun.whole,
  'pipelineRun/getAll': pipelineRun.whole,
  'pipelineRun/stop': pipelineRun.whole,
  'pipelineRun/wait': pipelineRun.waited,
  'project/create': PROJECT,
  'project/delete': DELETED,
  'project/deploy': {
    ...CHANGE,
    details: 'string',
    result: {
      id: 'string',
      status: 'string',
      startTime: 'string',
      endTime: 'string',
      durationSeconds: 'number',
    },
  },
  'project/export': { fileName: 'string', files: 'integer', path: 'string', size: 'integer' },
  'project/get': PROJECT,
  'project/getAll': { id: 'string', name: 'string' },
  'project/plan': { ...CHANGE, fingerprint: 'string' },
  'project/update': PROJECT,
};
