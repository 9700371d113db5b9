import type { FileShape } from './entityFields';
import { RULES, type FileRule } from './fileRules';

/** For fields that are only read: nodes never set them, and files never contain them. */
export const READ_ONLY = { set: false, file: false } as const;

export const TEXT = { shape: 'text' } as const;
export const KEPT_TEXT = { shape: 'text', whenAbsent: 'keep' } as const;
export const FLAG = { shape: 'flag' } as const;

export const TEXTS: FileShape = { listOf: 'text' };

export const NAME = {
  output: 'string',
  set: true,
  file: { shape: RULES.name, adviceIfMissing: 'Add one.' },
} as const;
export const ID = { output: 'string', ...READ_ONLY } as const;
/** A missing alias is derived from the name. */
export const ALIAS = {
  output: 'string',
  set: true,
  file: { shape: RULES.alias, whenAbsent: 'keep' },
} as const;
export const DESCRIPTION = { output: 'string', set: true, file: TEXT } as const;

/** The class `Pages` builds the URL from IDs, so it is never requested. */
export const PAGE_URL = { select: false, output: 'string', ...READ_ONLY } as const;

/** In project files, the file of an entity does not name its project. */
export const PROJECT = {
  select: '{ id name }',
  output: false,
  outputAs: { projectId: 'string', projectName: 'string' },
  set: { projectId: ['projectId'] },
  isFixed: true,
  file: false,
} as const;

/** Files contain the label and repository of the technology instead, because IDs differ between platforms. */
export const TECHNOLOGY = {
  select: '{ id label }',
  output: { id: 'string', label: 'string' },
  set: { technologyId: ['technology.id', 'technologyId'] },
  isFixed: true,
  file: false,
} as const;

export const SCHEDULE = {
  isScheduled: { output: 'boolean', set: true, file: FLAG },
  cronScheduling: { output: 'string', set: true, file: { shape: RULES.cron } },
  scheduleTimezone: {
    output: 'string',
    set: true,
    file: { shape: RULES.timeZone, whenAbsent: 'keep' },
  },
} as const;

export const ALERTING = {
  select: '{ emails statusList loginEmails }',
  output: {
    emails: ['string'],
    statusList: ['string'],
    loginEmails: [{ login: 'string', email: 'string' }],
  },
  set: true,
  file: {
    shape: { fields: { emails: { listOf: RULES.email }, logins: TEXTS, statusList: TEXTS } },
    select: '{ emails statusList loginEmails { login } }',
  },
} as const;

const AMOUNTS = { request: 'number', limit: 'number' } as const;
const buildRequestAndLimit = <Rule extends FileRule>(rule: Rule) =>
  ({ fields: { request: rule, limit: rule } }) as const;

export const RESOURCES = {
  select: '{ cpu memory gpu }',
  output: { cpu: AMOUNTS, memory: AMOUNTS, gpu: AMOUNTS },
  set: true,
  file: {
    shape: {
      fields: {
        cpu: buildRequestAndLimit(RULES.cores),
        memory: buildRequestAndLimit(RULES.memory),
        gpu: buildRequestAndLimit(RULES.amount),
      },
    },
    select: '{ cpu { request limit } memory { request limit } gpu { request limit } }',
    whenAbsent: 'keep',
  },
} as const;

export const COMMON_VERSION_FIELDS = {
  number: { output: 'integer', ...READ_ONLY },
  creationDate: { output: 'string', ...READ_ONLY },
  creator: { output: 'string', ...READ_ONLY },
  /** Files contain no note, because a deploy sends its option "Release Note" instead. */
  releaseNote: { output: 'string', set: true, isInformational: true, file: false },
} as const;

export const DOCKER_INFO = {
  output: { image: 'string', dockerCredentialsId: 'string' },
  set: {
    dockerImage: ['dockerInfo.image', 'dockerImage'],
    dockerCredentialsId: ['dockerInfo.dockerCredentialsId', 'dockerCredentialsId'],
  },
  file: {
    name: 'docker',
    shape: {
      fields: {
        image: RULES.image,
        credentials: { fields: { registry: 'text', username: 'text' } },
      },
      adviceIfMissing: { image: 'Add one, or remove "docker".' },
    },
    select: '{ image dockerCredentialsId }',
  },
} as const;

export const SOURCE_URL = {
  output: 'string',
  set: true,
  isInformational: true,
  file: TEXT,
} as const;
