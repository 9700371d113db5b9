import { JOB } from '../../platform/resources/job/job';
import { outputOf } from './ofFields';
import { LAST_RUN } from './run';
import { IN_PROJECT } from './settings';

export const jobVersion = outputOf(JOB.version);

const listed = {
  name: 'string',
  id: 'string',
  technology: { id: 'string', label: 'string' },
  ...IN_PROJECT,
  url: 'string',
  alias: 'string',
  isScheduled: 'boolean',
  cronScheduling: 'string',
  scheduleTimezone: 'string',
  lastRun: LAST_RUN,
} as const;

const whole = { ...outputOf(JOB.settings), currentVersion: jobVersion };

export const job = { listed, whole, withRun: { ...whole, lastRun: LAST_RUN } } as const;
