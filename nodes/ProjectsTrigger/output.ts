import {
  app,
  appVersion,
  job,
  jobRun,
  LAST_RUN,
  pipeline,
  pipelineRun,
  VARIABLES,
} from '../Projects/outputs';
import type { OutputFields } from '../shared/operation/output';

/** The fields of events of all kinds: each event has some of them. */
export const OUTPUT: OutputFields = {
  event: 'string',
  // Of apps.
  changedAt: 'string',
  ...app.whole,
  ...jobRun.whole,
  ...pipelineRun.whole,
  // Of jobs and pipelines that did not run.
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
};
