import type { FieldOfEntity } from '../files/fields';
import {
  prepareEntity,
  prepareSettings,
  prepareValues,
  prepareVersion,
} from '../plan/entityChanges';
import type { Destination, EntityStep, WantedStep } from '../plan/steps';

/** Makes an entity with its first version; never a second one where the response is lost. @returns its ID */
export async function createEntity(step: WantedStep, destination: Destination): Promise<string> {
  const create = await prepareEntity(step, destination);
  return (await create()).id;
}

/** Changes what differs of an entity's settings; done again, it changes nothing more. */
export async function updateSettings(
  step: WantedStep,
  id: string,
  destination: Destination,
): Promise<void> {
  const update = await prepareSettings(step, id, destination);
  await update?.();
}

/** Changes nothing but the name. */
export async function renameEntity(
  step: EntityStep,
  id: string,
  name: string,
  destination: Destination,
): Promise<void> {
  const update = await prepareValues(step, id, { name }, destination);
  await update();
}

/** Empties a text of the settings by an empty one: some platforms take null for "leave it as it is". */
export async function emptyText(
  step: WantedStep,
  id: string,
  { name }: FieldOfEntity,
  destination: Destination,
): Promise<void> {
  const update = await prepareValues(step, id, { [name]: '' }, destination);
  await update();
}

/** Adds a version where what is run differs; never a second one where the response is lost. */
export async function addVersion(
  step: WantedStep,
  id: string,
  destination: Destination,
): Promise<void> {
  const add = await prepareVersion(step, id, destination);
  await add?.();
}
