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
import { without } from '../../platform/common/text/names';
import { defineFields, type OutputFields } from '../shared/operation/output';

const ENTITIES: OutputFields = {
  ...app.whole,
  ...jobRun.whole,
  ...pipelineRun.whole,
  ...pipeline.whole,
  ...job.whole,
};

/** The fields of all events. Each kind of event has only some of them. */
export const OUTPUT: OutputFields = {
  ...defineFields('event text runId appId appName changedAt'),
  ...without(ENTITIES, 'id', 'name'),
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
