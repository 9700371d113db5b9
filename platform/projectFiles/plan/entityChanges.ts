import { apps, prepareCreateApp } from '../../resources/app/app';
import { prepareAddAppVersion } from '../../resources/app/create';
import { jobs } from '../../resources/job/job';
import {
  pipelines,
  prepareAddPipelineVersion,
  prepareCreatePipeline,
} from '../../resources/pipeline/pipeline';
import { volumes } from '../../resources/volume';
import { isObject, textOf, valueAt } from '../../text/values';
import type { FieldOfEntity } from '../files/fields';
import type { EntityKind } from '../files/model';
import { withHashCheck } from '../target/packages';
import type { Destination, EntityStep, WantedStep } from './steps';
import { appVersion, graphOf, jobVersion, notesOf } from './versionToAdd';

const RESOURCES = {
  volume: volumes,
  job: jobs,
  app: apps,
  pipeline: pipelines,
} satisfies Record<EntityKind, unknown>;

/** A change that fits the live schema, and is sent when it is called. */
export type PreparedEntityChange = () => Promise<unknown>;

/** Prepares to make an entity with its first version. */
export async function prepareEntity(
  step: WantedStep,
  destination: Destination,
): Promise<() => Promise<{ id: string }>> {
  const { endpoint, projectId, options } = destination;
  const { wanted, kind } = step;
  const values = settingsToSet(step);
  const { name } = wanted;
  switch (kind) {
    case 'volume':
      return await volumes(endpoint).prepareCreate(projectId, { values }, options);
    case 'job': {
      const { technologyId = '' } = step;
      const category = textOf(wanted.file.category) ?? '';
      const job = { ...values, projectId, name, category, technologyId };
      const version = { values: jobVersion(step, destination), file: withHashCheck(step.package) };
      return await jobs(endpoint).prepareCreate({ values: job }, version, options);
    }
    case 'app': {
      const app = { projectId, technologyId: step.technologyId, values };
      const version = { values: appVersion(step, destination) };
      return await prepareCreateApp(endpoint, app, version, options);
    }
    case 'pipeline': {
      const pipeline = {
        projectId,
        values: { ...values, name, ...notesOf(step, destination) },
        graph: graphOf(step, destination),
      };
      return await prepareCreatePipeline(endpoint, pipeline, options);
    }
  }
}

/** Prepares to change what differs of an entity's settings; undefined where nothing does. */
export async function prepareSettings(
  step: WantedStep,
  id: string,
  destination: Destination,
): Promise<PreparedEntityChange | undefined> {
  if (!step.fields.some(({ part }) => part === 'settings')) return undefined;
  return await prepareValues(step, id, settingsToSet(step), destination);
}

/** Prepares to set values of an entity. */
export async function prepareValues(
  { kind }: EntityStep,
  id: string,
  values: Record<string, unknown>,
  { endpoint, options }: Destination,
): Promise<PreparedEntityChange> {
  return await RESOURCES[kind](endpoint).prepareUpdate(id, { values }, options);
}

/** Deletes an entity. */
export async function deleteEntity(
  { endpoint, options }: Destination,
  kind: EntityKind,
  id: string,
): Promise<void> {
  const remove = await RESOURCES[kind](endpoint).prepareDelete(id, options);
  await remove();
}

/** Prepares to add a version where what is run differs; undefined where it does not. */
export async function prepareVersion(
  step: WantedStep,
  id: string,
  destination: Destination,
): Promise<PreparedEntityChange | undefined> {
  if (!step.fields.some(({ part }) => part === 'version')) return undefined;
  const { endpoint, options } = destination;
  switch (step.kind) {
    case 'volume':
      return undefined;
    case 'job': {
      const version = { values: jobVersion(step, destination), file: withHashCheck(step.package) };
      return await jobs(endpoint).prepareAddVersion(id, version, options);
    }
    case 'app': {
      const version = { values: appVersion(step, destination) };
      return await prepareAddAppVersion(endpoint, id, version, options);
    }
    case 'pipeline': {
      const graph = graphOf(step, destination);
      const notes = notesOf(step, destination);
      return await prepareAddPipelineVersion(endpoint, id, graph, notes, options);
    }
  }
}

/** The settings that differ, as the platform takes them; what the files do not say is emptied. */
function settingsToSet({ wanted, fields, present }: WantedStep): Record<string, unknown> {
  const entries = fields
    .filter(({ part }) => part === 'settings')
    .map(({ path, type, name }) => [name, valueToSet(path, type, valueAt(wanted.file, path))]);
  const values = Object.fromEntries(entries) as Record<string, unknown>;
  // For something new, empty is what it is anyway.
  if (present) return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function valueToSet(path: string, type: FieldOfEntity['type'], value: unknown): unknown {
  if (type === 'flag') return value === true;
  // Platforms require the list. Null removes the alerting.
  if (path === 'alerting' && isObject(value)) return { statusList: [], ...value };
  // A blank text says nothing, and as a cron platforms refuse it.
  const isBlank = typeof value === 'string' && value.trim() === '';
  return isBlank ? null : (value ?? null);
}
