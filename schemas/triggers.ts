import { app, appVersion, job, pipeline } from './projects/entities';
import { jobRun, LAST_RUN, pipelineRun, VARIABLES } from './projects/run';
import type { Outputs } from './shape';

export const CONF_FILES_TRIGGER: Outputs = {
  '': { event: 'string', path: 'string', size: 'integer', modifiedAt: 'string' },
};

export const PROJECTS_TRIGGER: Outputs = {
  '': {
    event: 'string',
    // What events of apps tell.
    changedAt: 'string',
    ...app.whole,
    ...jobRun.whole,
    ...pipelineRun.whole,
    // What events about absence tell of the job or pipeline.
    ...pipeline.whole,
    ...job.whole,
    currentVersion: {
      ...appVersion,
      ...pipeline.whole.currentVersion,
      ...job.whole.currentVersion,
    },
    dueAt: 'string',
    detectedAt: 'string',
    missed: 'integer',
    run: { ...jobRun.whole, ...pipelineRun.whole },
    usualSeconds: 'number',
    failures: 'integer',
    since: 'string',
    lastRun: LAST_RUN,
    lastSuccess: LAST_RUN,
    ...VARIABLES,
    lastLogLines: ['string'],
    logError: 'string',
  },
};
