import { Apps } from '../../resources/app/app';
import { Jobs } from '../../resources/job/job';
import { Pipelines } from '../../resources/pipeline/pipeline';
import { Volumes } from '../../resources/volume';
import { isObject, textOf, valueAt } from '../../text/values';
import type { FieldOfEntity } from '../files/fields';
import type { EntityKind } from '../tree';
import type { Destination, EntityStep, WantedStep } from './step';
import { appVersion, graphOf, jobVersion, notesOf } from './version';

const RESOURCES = {
  volume: Volumes,
  job: Jobs,
  app: Apps,
  pipeline: Pipelines,
} satisfies Record<EntityKind, unknown>;

/** A request that fits the live schema, and is sent when it is called. */
export type PreparedRequest = () => Promise<unknown>;

/** Prepares to create an entity with its first version. */
export async function prepareEntity(
  step: WantedStep,
  destination: Destination,
): Promise<() => Promise<{ id: string }>> {
  const { endpoint, projectId, options } = destination;
  const { wanted, kind, technologyId = '' } = step;
  const values = settingsToSet(step);
  const { name } = wanted;
  switch (kind) {
    case 'volume':
      return await new Volumes(endpoint).prepareCreate(projectId, { values }, options);
    case 'job': {
      const category = textOf(wanted.doc.category) ?? '';
      const job = { values: { ...values, projectId, name, category, technologyId } };
      const version = { values: jobVersion(step, destination), file: step.package };
      return await new Jobs(endpoint).prepareCreate(job, version, options);
    }
    case 'app': {
      const app = { projectId, technologyId: step.technologyId, values };
      const version = { values: appVersion(step, destination) };
      return await new Apps(endpoint).prepareNew(app, version, options);
    }
    case 'pipeline': {
      const graph = graphOf(step, destination);
      const pipeline = { ...values, name, ...notesOf(step, destination) };
      return await new Pipelines(endpoint).prepareNew(
        { projectId, values: pipeline, graph },
        options,
      );
    }
  }
}

/** Prepares to change the settings that differ; undefined if none does. */
export async function prepareSettings(
  step: WantedStep,
  id: string,
  destination: Destination,
): Promise<PreparedRequest | undefined> {
  if (!step.fields.some(({ part }) => part === 'settings')) return undefined;
  return await prepareUpdate(step, id, settingsToSet(step), destination);
}

export async function prepareUpdate(
  { kind }: EntityStep,
  id: string,
  values: Record<string, unknown>,
  { endpoint, options }: Destination,
): Promise<PreparedRequest> {
  return await new RESOURCES[kind](endpoint).prepareUpdate(id, { values }, options);
}

export async function deleteEntity(
  { endpoint, options }: Destination,
  kind: EntityKind,
  id: string,
): Promise<void> {
  const remove = await new RESOURCES[kind](endpoint).prepareDelete(id, options);
  await remove();
}

/** Prepares to add a version; undefined if the version does not differ. */
export async function prepareVersion(
  step: WantedStep,
  id: string,
  destination: Destination,
): Promise<PreparedRequest | undefined> {
  if (!step.fields.some(({ part }) => part === 'version')) return undefined;
  const { endpoint, options } = destination;
  switch (step.kind) {
    case 'volume':
      return undefined;
    case 'job': {
      const version = { values: jobVersion(step, destination), file: step.package };
      return await new Jobs(endpoint).prepareAddVersion(id, version, options);
    }
    case 'app': {
      const version = { values: appVersion(step, destination) };
      return await new Apps(endpoint).prepareNewVersion(id, version, options);
    }
    case 'pipeline': {
      const graph = graphOf(step, destination);
      const notes = notesOf(step, destination);
      return await new Pipelines(endpoint).prepareNewVersion(id, graph, notes, options);
    }
  }
}

/** Returns the settings that differ, by the platform's names. Settings that the files do not have are emptied. */
function settingsToSet({ wanted, fields, current }: WantedStep): Record<string, unknown> {
  const entries = fields
    .filter(({ part }) => part === 'settings')
    .map(({ path, type, name }) => [name, valueToSet(path, type, valueAt(wanted.doc, path))]);
  const values = Object.fromEntries(entries) as Record<string, unknown>;
  // A new entity has no settings to empty.
  if (current) return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function valueToSet(path: string, type: FieldOfEntity['type'], value: unknown): unknown {
  if (type === 'flag') return value === true;
  // Platforms require the list. Null removes the alerting.
  if (path === 'alerting' && isObject(value)) return { statusList: [], ...value };
  // Platforms refuse a blank cron.
  const isBlank = typeof value === 'string' && value.trim() === '';
  return isBlank ? null : (value ?? null);
}
