import { APP, LISTED_APP } from '../../platform/resources/app/fields';
import type { EntityFields, OutputShape } from '../../platform/resources/entityFields';
import { VARIABLE } from '../../platform/resources/environmentVariable/fields';
import { JOB } from '../../platform/resources/job/fields';
import { LISTED_PIPELINE, PIPELINE } from '../../platform/resources/pipeline/fields';
import { VOLUME } from '../../platform/resources/volumeFields';
import { LAST_RUN } from './run';

/** What nodes put out of these fields. */
function outputOf(fields: EntityFields): Record<string, OutputShape> {
  const outputs = Object.entries(fields).map(([name, { output, outputAs }]) =>
    output === false ? outputAs : { [name]: output },
  );
  return Object.assign({}, ...outputs) as Record<string, OutputShape>;
}

/** The project that an entity is in. */
export const IN_PROJECT = { projectId: 'string', projectName: 'string' } as const;

export const DELETED = { deleted: 'boolean', id: 'string' } as const;

export const UPSERTED = { action: 'string' } as const;

export const DELETED_VERSIONS = {
  deletedVersions: ['integer'],
  keptVersions: [{ number: 'integer', reasons: ['string'] }],
} as const;

export const DELETED_RUNS = { matched: 'integer', deleted: 'integer', dryRun: 'boolean' } as const;

export const MOVED_VOLUME = {
  id: 'string',
  name: 'string',
  previousId: 'string',
  projectId: 'string',
  action: 'string',
} as const;

export const MOVED = { ...MOVED_VOLUME, url: 'string' } as const;

/** `text` and `lines` of one text, `isCut` also of one item a line. */
export const LOG_TEXT = { isCut: 'boolean', text: 'string', lines: 'integer' } as const;

export const jobVersion = outputOf(JOB.version);

const listedJob = {
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

const wholeJob = { ...outputOf(JOB.settings), currentVersion: jobVersion };

export const job = {
  listed: listedJob,
  whole: wholeJob,
  withRun: { ...wholeJob, lastRun: LAST_RUN },
} as const;

export const pipeline = {
  listed: { ...outputOf(LISTED_PIPELINE), ...IN_PROJECT, url: 'string', lastRun: LAST_RUN },
  whole: { ...outputOf(PIPELINE.settings), currentVersion: outputOf(PIPELINE.version) },
} as const;

export const appVersion = outputOf(APP.version);

export const app = {
  listed: { ...outputOf(LISTED_APP), ...IN_PROJECT, url: 'string' },
  whole: { ...outputOf(APP.settings), currentVersion: appVersion },
} as const;

const THING = { id: 'string', name: 'string' } as const;

export const volume = outputOf(VOLUME.settings);

export const environmentVariable = outputOf(VARIABLE);

export const dockerCredential = {
  id: 'string',
  registry: 'string',
  username: 'string',
  lastUpdate: 'string',
  jobs: [THING],
  apps: [THING],
} as const;
