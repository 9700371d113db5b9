import { badInput, conflict } from '../graphql/refusals';
import type { ResolverContext } from '../graphql/resolvers';
import type { Schedule } from '../schedules/starts';
import type { Alerting } from '../store/jobs';
import type { SandboxStore } from '../store/store';
import type { Table } from '../store/table';
import type { Version, Versioned } from '../store/versions';
import { checkName, rewriteCron, checkFreeName, pickDefined, readEdit } from './inputs';

/** Returns resolvers for fields that are stored unchanged in an entity's settings or a version's details. */
export function resolveStored<Key extends 'settings' | 'details'>(
  key: Key,
  fields: readonly string[],
) {
  const resolve = (field: string) => (entity: Record<Key, object>) =>
    new Map(Object.entries(entity[key])).get(field);
  return Object.fromEntries(fields.map((field) => [field, resolve(field)]));
}

/** Fields of jobs, pipelines and apps. */
export const entityFields = {
  ...resolveStored('settings', ['alerting']),
  creationDate: ({ createdAt }: Versioned) => createdAt,
  project: ({ projectId }: Versioned, { store }: ResolverContext) => store.project(projectId),
};

/** Fields of jobs and pipelines. */
export const scheduleFields = {
  ...resolveStored('settings', ['isScheduled', 'scheduleTimezone']),
  cronScheduling: ({ settings }: { settings: Schedule }, context: ResolverContext) =>
    rewriteCron(settings.cronScheduling, context),
};

export const versionFields = {
  ...resolveStored('details', ['releaseNote']),
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
  if (!/^\s*\S+\s*$/.test(image)) throw badInput(`"${image}" is not the name of a Docker image`);
  return { image, dockerCredentialsId };
}

/** Input of a job, pipeline or app, except for settings that are stored without a check. */
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
  ownDefaults: Pick<T, 'settings'>;
  findByAlias(projectId: string, alias: string): T | undefined;
};

/** Checks the input of a new entity and adds default values. It does not read the version. */
export function readCreation<T extends Versioned>(
  context: ResolverContext,
  table: VersionedTable<T>,
  input: CreationInput,
) {
  const { id: projectId } = context.store.projectTable.get(input.projectId);
  if (input.alias) checkAlias(table, projectId, input.alias);
  return {
    projectId,
    name: checkFreeName(context, table.list(projectId), input.name),
    alias: input.alias ?? undefined,
    description: input.description ?? null,
    creator: context.user,
    settings: changeSettings(table.ownDefaults.settings, input),
  };
}

/** Values of cleared settings that cannot be null. */
const CLEARED_VALUES = new Map<string, unknown>([['isScheduled', false]]);

export function editVersioned<T extends Versioned>(
  context: ResolverContext,
  table: VersionedTable<T>,
  edition: EditionInput,
): T | undefined {
  const missing = context.forgottenByEdits.filter((name) => !Object.hasOwn(edition, name));
  const cleared = Object.fromEntries(
    missing.map((name) => [name, CLEARED_VALUES.get(name) ?? null]),
  );
  const input: EditionInput = { ...cleared, ...readEdit(edition, context) };
  const { id, projectId, settings } = table.get(input.id);
  if (input.alias) checkAlias(table, projectId, input.alias, id);
  return table.edit(id, {
    ...pickDefined(input, ['description']),
    ...(typeof input.name === 'string' && {
      name: checkFreeName(context, table.list(projectId), input.name, id),
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
  // Conditions of pipelines contain the alias as a variable name.
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
    const isNegative = Object.values(limits ?? {}).some(
      (limit) => typeof limit === 'number' && limit < 0,
    );
    if (isNegative) throw badInput(`${name} must not be below 0`);
  }
  const settings = {
    ...before,
    ...pickDefined<object, never>(input, Object.keys(before) as never[]),
    ...(input.alerting && { alerting: readAlerting(input.alerting) }),
  };
  const { isScheduled, cronScheduling } = settings as Settings & Partial<Schedule>;
  if (isScheduled && cronScheduling === null)
    throw badInput('A scheduled entity needs cronScheduling');
  return settings;
}

function readAlerting({ emails, logins, statusList }: AlertingInput): Alerting {
  return {
    emails: emails ?? [],
    statusList: statusList ?? [],
    loginEmails: (logins ?? []).map((login) => ({ login, email: `${login}@example.invalid` })),
  };
}
