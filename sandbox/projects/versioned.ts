import { badInput, conflict } from '../graphql/refusals';
import type { ResolverContext } from '../graphql/resolvers';
import type { Schedule } from '../schedules/starts';
import type { Alerting } from '../store/jobs';
import type { SandboxStore } from '../store/store';
import type { Table } from '../store/table';
import type { Version, Versioned } from '../store/versions';
import { checkName, formatCron, freeName, given, readEdit } from './inputs';

/** Fields that are returned as stored, in the settings of an entity or in the details of its version. */
export function keptIn<Key extends 'settings' | 'details'>(key: Key, fields: readonly string[]) {
  const resolve = (field: string) => (thing: Record<Key, object>) =>
    new Map(Object.entries(thing[key])).get(field);
  return Object.fromEntries(fields.map((field) => [field, resolve(field)]));
}

/** Of jobs, pipelines and apps. */
export const versionedFields = {
  ...keptIn('settings', ['alerting']),
  creationDate: ({ createdAt }: Versioned) => createdAt,
  project: ({ projectId }: Versioned, { store }: ResolverContext) => store.project(projectId),
};

/** Of jobs and pipelines. */
export const scheduleFields = {
  ...keptIn('settings', ['isScheduled', 'scheduleTimezone']),
  cronScheduling: ({ settings }: { settings: Schedule }, context: ResolverContext) =>
    formatCron(settings.cronScheduling, context),
};

export const versionFields = {
  ...keptIn('details', ['releaseNote']),
  creationDate: ({ createdAt }: Version<object>) => createdAt,
};

export interface DockerInfoInput {
  image: string;
  dockerCredentialsId?: string | null;
}

export function readDockerInfo(store: SandboxStore, input: DockerInfoInput | null | undefined) {
  if (!input) return null;
  const { image, dockerCredentialsId = null } = input;
  if (dockerCredentialsId) store.dockerCredentials.get(dockerCredentialsId);
  if (!/^\s*\S+\s*$/.test(image)) throw badInput(`"${image}" is not the name of an image`);
  return { image, dockerCredentialsId };
}

/** The input of a job, pipeline or app, without the settings that are stored unchanged. */
interface VersionedInput {
  name?: string | null;
  alias?: string | null;
  description?: string | null;
  alerting?: AlertingInput | null;
  resources?: object | null;
}

interface AlertingInput {
  emails?: string[] | null;
  logins?: string[] | null;
  statusList?: string[] | null;
}

export type CreationInput = VersionedInput & { projectId: string; name: string };
export type EditionInput = VersionedInput & { id: string };

type VersionedTable<T extends Versioned> = Table<T> & {
  usually: Pick<T, 'settings'>;
  findByAlias(projectId: string, alias: string): T | undefined;
};

/** Checks and completes the input, except for the version. */
export function readCreation<T extends Versioned>(
  context: ResolverContext,
  table: VersionedTable<T>,
  input: CreationInput,
) {
  const { id: projectId } = context.store.projectTable.get(input.projectId);
  if (input.alias) checkAlias(table, projectId, input.alias);
  return {
    projectId,
    name: freeName(context, table.list(projectId), input.name),
    alias: input.alias ?? undefined,
    description: input.description ?? null,
    creator: context.user,
    settings: changeSettings(table.usually.settings, input),
  };
}

/** In place of null. */
const EMPTY = new Map<string, unknown>([['isScheduled', false]]);

export function editThing<T extends Versioned>(
  context: ResolverContext,
  table: VersionedTable<T>,
  edition: EditionInput,
): T | undefined {
  const unnamed = context.forgottenByEdits.filter((name) => !Object.hasOwn(edition, name));
  const forgotten = Object.fromEntries(unnamed.map((name) => [name, EMPTY.get(name) ?? null]));
  const input: EditionInput = { ...forgotten, ...readEdit(edition, context) };
  const { id, projectId, settings } = table.get(input.id);
  if (input.alias) checkAlias(table, projectId, input.alias, id);
  return table.edit(id, {
    ...given(input, ['description']),
    ...(typeof input.name === 'string' && {
      name: freeName(context, table.list(projectId), input.name, id),
    }),
    ...(input.alias && { alias: input.alias }),
    settings: changeSettings(settings, input),
  } as never);
}

function checkAlias<T extends Versioned>(
  table: VersionedTable<T>,
  projectId: string,
  alias: string,
  ownId?: string,
): void {
  // Expressions contain it.
  if (/[^A-Za-z0-9_-]/.test(alias)) {
    throw badInput(`The alias ${alias} has characters other than letters, digits, _ and -`);
  }
  checkName(alias);
  const other = table.findByAlias(projectId, alias);
  if (other && other.id !== ownId) {
    throw conflict(`There is already a ${table.noun.toLowerCase()} with the alias ${alias}`);
  }
}

function changeSettings<Settings extends object>(before: Settings, input: VersionedInput) {
  for (const [name, limits] of Object.entries(input.resources ?? {}) as [string, object | null][]) {
    const isBelow = Object.values(limits ?? {}).some((one) => typeof one === 'number' && one < 0);
    if (isBelow) throw badInput(`${name} must not be below 0`);
  }
  const settings = {
    ...before,
    ...given<object, never>(input, Object.keys(before) as never[]),
    ...(input.alerting && { alerting: readAlerting(input.alerting) }),
  };
  const { isScheduled, cronScheduling } = settings as Settings & Partial<Schedule>;
  if (isScheduled && cronScheduling === null) throw badInput('A schedule needs cronScheduling');
  return settings;
}

function readAlerting({ emails, logins, statusList }: AlertingInput): Alerting {
  return {
    emails: emails ?? [],
    statusList: statusList ?? [],
    loginEmails: (logins ?? []).map((login) => ({ login, email: `${login}@example.invalid` })),
  };
}
