import {
  prepareAddAppVersion,
  prepareCreateApp,
  prepareUpdateApp,
} from '../../projects/appChanges';
import {
  prepareAddJobVersion,
  prepareCreateJob,
  prepareUpdateJob,
} from '../../projects/jobDetails';
import { isObject } from '../../projects/entities';
import {
  prepareAddPipelineVersion,
  prepareCreatePipeline,
  prepareUpdatePipeline,
} from '../../projects/pipelineChanges';
import { prepareCreateVolume, prepareUpdateVolume } from '../../projects/volumes';
import { textOf } from '../../runs/values';
import { valueAt, type FieldOfEntity } from '../files/fields';
import type { EntityKind } from '../files/model';
import type { Destination } from './destination';
import type { WantedStep } from '../plan/steps';
import { asPlanned } from '../target/packages';
import { appVersion, graphOf, jobVersion, notesOf } from './versionToAdd';

/** Makes an entity with its first version; never a second one where the answer is lost. @returns its ID */
export async function createEntity(step: WantedStep, destination: Destination): Promise<string> {
  const { endpoint, projectId, options } = destination;
  const { wanted, kind } = step;
  const values = settingsToSet(step);
  const { name } = wanted;
  switch (kind) {
    case 'volume': {
      const create = await prepareCreateVolume(endpoint, projectId, { values }, options);
      return (await create()).id;
    }
    case 'job': {
      const { technologyId = '' } = step;
      const category = textOf(wanted.file.category) ?? '';
      const job = { ...values, projectId, name, category, technologyId };
      const version = { values: jobVersion(step, destination), file: asPlanned(step.package) };
      const create = await prepareCreateJob(endpoint, { values: job }, version, options);
      return (await create()).id;
    }
    case 'app': {
      const app = { projectId, technologyId: step.technologyId, values };
      const version = { values: appVersion(step, destination) };
      const create = await prepareCreateApp(endpoint, app, version, options);
      return (await create()).id;
    }
    case 'pipeline': {
      const pipeline = {
        projectId,
        values: { ...values, name, ...notesOf(step, destination) },
        graph: graphOf(step, destination),
      };
      const create = await prepareCreatePipeline(endpoint, pipeline, options);
      return (await create()).id;
    }
  }
}

/** Changes what differs of an entity's settings; done again, it changes nothing more. */
export async function updateSettings(
  step: WantedStep,
  id: string,
  destination: Destination,
): Promise<void> {
  if (!step.fields.some(({ part }) => part === 'settings')) return;
  await edit(step, id, settingsToSet(step), destination);
}

/** Empties a text of the settings by an empty one: some platforms take null for "leave it as it is". */
export async function emptyText(
  step: WantedStep,
  id: string,
  { taken }: FieldOfEntity,
  destination: Destination,
): Promise<void> {
  await edit(step, id, { [taken]: '' }, destination);
}

async function edit(
  { kind }: WantedStep,
  id: string,
  values: Record<string, unknown>,
  { endpoint, options }: Destination,
): Promise<void> {
  const prepare = {
    volume: prepareUpdateVolume,
    job: prepareUpdateJob,
    app: prepareUpdateApp,
    pipeline: prepareUpdatePipeline,
  } satisfies Record<EntityKind, unknown>;
  const update = await prepare[kind](endpoint, id, { values }, options);
  await update();
}

/** Adds a version where what is run differs; never a second one where the answer is lost. */
export async function addVersion(
  step: WantedStep,
  id: string,
  destination: Destination,
): Promise<void> {
  if (!step.fields.some(({ part }) => part === 'version')) return;
  const { endpoint, options } = destination;
  if (step.kind === 'job') {
    const version = { values: jobVersion(step, destination), file: asPlanned(step.package) };
    const add = await prepareAddJobVersion(endpoint, id, version, options);
    await add();
  } else if (step.kind === 'app') {
    const version = { values: appVersion(step, destination) };
    const add = await prepareAddAppVersion(endpoint, id, version, options);
    await add();
  } else if (step.kind === 'pipeline') {
    const graph = graphOf(step, destination);
    const notes = notesOf(step, destination);
    const add = await prepareAddPipelineVersion(endpoint, id, graph, notes, options);
    await add();
  }
}

/** The settings that differ, as the platform takes them; what the files do not say is emptied. */
function settingsToSet({ wanted, fields, present }: WantedStep): Record<string, unknown> {
  const entries = fields
    .filter(({ part }) => part === 'settings')
    .map(({ path, type, taken }) => [taken, valueToSet(path, type, valueAt(wanted.file, path))]);
  const values = Object.fromEntries(entries) as Record<string, unknown>;
  // For something new, empty is what it is anyway.
  if (present) return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function valueToSet(path: string, type: FieldOfEntity['type'], value: unknown): unknown {
  if (type === 'flag') return value === true;
  if (path === 'alerting') return { statusList: [], ...(isObject(value) && value) };
  return value ?? null;
}
