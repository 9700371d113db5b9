import { badInput, conflict, found } from '../graphql/refusals';
import type { ResolverContext } from '../graphql/resolvers';
import { isEnded, type RunStatus } from '../runs/status';
import type { Version, Versioned, VersionedTable } from '../store/versions';
import type { SandboxStore } from '../store/store';
import type { Schedule } from '../schedules/starts';
import {
  type AlertingInput,
  alertingOf,
  aliasOf,
  checkResources,
  edited,
  freeName,
  given,
  imageOf,
  toldCron,
} from './inputs';

/** Fields that are returned as stored, in the settings of an entity or in the details of its version. */
export function keptIn<Key extends 'settings' | 'details'>(key: Key, fields: readonly string[]) {
  const resolve = (field: string) => (thing: Record<Key, object>) =>
    new Map(Object.entries(thing[key])).get(field);
  return Object.fromEntries(fields.map((field) => [field, resolve(field)]));
}

/** Fields of jobs, pipelines and apps. */
export const versionedFields = {
  ...keptIn('settings', ['alerting']),
  creationDate: ({ createdAt }: Versioned) => createdAt,
  project: ({ projectId }: Versioned, { store }: ResolverContext) => store.project(projectId),
};

/** Fields of what can be scheduled. */
export const scheduleFields = {
  ...keptIn('settings', ['isScheduled', 'scheduleTimezone']),
  cronScheduling: ({ settings }: { settings: Schedule }, context: ResolverContext) =>
    toldCron(settings.cronScheduling, context),
};

/** Fields of their versions. */
export const versionFields = {
  ...keptIn('details', ['releaseNote']),
  creationDate: ({ createdAt }: Version<object>) => createdAt,
};

/** @throws notFound */
export function versionFound<T extends Versioned, Details extends object, More extends keyof T>(
  table: VersionedTable<T, Details, More>,
  id: string,
  number: number,
): Version<Details> {
  return found(table.version(table.get(id).id, number), `${table.noun} version`, String(number));
}

/** An earlier version becomes the current one. */
export function rolledBack<T extends Versioned, Details extends object, More extends keyof T>(
  table: VersionedTable<T, Details, More>,
  id: string,
  number: number,
): T | undefined {
  return table.makeCurrent(versionFound(table, id, number).ownerId, number);
}

/** The current version, and those of runs that have not ended or are parts of a pipeline's run, stay and are reported. */
export function deletedVersions<T extends Versioned, Details extends object, More extends keyof T>(
  table: VersionedTable<T, Details, More>,
  id: string,
  numbers: readonly number[],
  runs: ReadonlyArray<{ versionNumber: number; status: RunStatus; pipelineRunId?: string | null }>,
) {
  const { id: ownerId, versionNumber } = table.get(id);
  const needed = runs.filter(({ status, pipelineRunId }) => !isEnded(status) || pipelineRunId);
  const kept = [versionNumber, ...needed.map((run) => run.versionNumber)];
  return numbers.map((number) => {
    const success = !kept.includes(number) && table.deleteVersion(ownerId, number);
    return { number, success };
  });
}

/** Throws where it is none, or another one of the project has it. */
function checkAlias<T extends Versioned, Details extends object, More extends keyof T>(
  table: VersionedTable<T, Details, More>,
  projectId: string,
  alias: string,
  ownId?: string,
): void {
  const other = table.findByAlias(projectId, aliasOf(alias));
  if (other && other.id !== ownId) {
    throw conflict(`There is already a ${table.noun.toLowerCase()} with the alias ${alias}`);
  }
}

export interface DockerInfoInput {
  image: string;
  dockerCredentialsId?: string | null;
}

/** Throws for an image without a name and for unknown credentials. */
export function dockerInfoOf(store: SandboxStore, input: DockerInfoInput | null | undefined) {
  if (!input) return null;
  const { image, dockerCredentialsId } = input;
  if (dockerCredentialsId) store.dockerCredentials.get(dockerCredentialsId);
  return { image: imageOf(image), dockerCredentialsId: dockerCredentialsId ?? null };
}

/** Fields of the input of a job, pipeline or app, without the settings that are stored unchanged. */
interface VersionedInput {
  name?: string | null;
  alias?: string | null;
  description?: string | null;
  alerting?: AlertingInput | null;
  resources?: object | null;
}

export type CreationInput = VersionedInput & { projectId: string; name: string };
export type EditionInput = VersionedInput & { id: string };

/** A new thing without its version. Throws for what cannot be taken. */
export function newThing<T extends Versioned, Details extends object, More extends keyof T>(
  context: ResolverContext,
  table: VersionedTable<T, Details, More>,
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
    settings: settingsOf(input, table.usually.settings),
  };
}

/** In place of null. */
const EMPTY = new Map<string, unknown>([['isScheduled', false]]);

/** The thing with what an edit changes; what else is left out stays. Throws for what cannot be taken. */
export function editedThing<T extends Versioned, Details extends object, More extends keyof T>(
  context: ResolverContext,
  table: VersionedTable<T, Details, More>,
  edition: EditionInput,
): T | undefined {
  const unnamed = context.forgottenByEdits.filter((name) => !Object.hasOwn(edition, name));
  const forgotten = Object.fromEntries(unnamed.map((name) => [name, EMPTY.get(name) ?? null]));
  const input: EditionInput = { ...forgotten, ...edited(edition, context) };
  const { id, projectId, settings } = table.get(input.id);
  if (input.alias) checkAlias(table, projectId, input.alias, id);
  return table.edit(id, {
    ...given(input, ['description']),
    ...(typeof input.name === 'string' && {
      name: freeName(context, table.list(projectId), input.name, id),
    }),
    ...(input.alias && { alias: input.alias }),
    settings: settingsOf(input, settings),
  } as never);
}

/** All settings, as an input changes them. */
function settingsOf<Settings extends object>(input: VersionedInput, before: Settings): Settings {
  checkResources(input.resources);
  const alerting = alertingOf(input.alerting);
  const settings = {
    ...before,
    ...given<object, never>(input, Object.keys(before) as never[]),
    ...(alerting !== undefined && { alerting }),
  };
  const { isScheduled, cronScheduling } = settings as Settings & Partial<Schedule>;
  if (isScheduled && cronScheduling === null) throw badInput('A schedule needs cronScheduling');
  return settings;
}
