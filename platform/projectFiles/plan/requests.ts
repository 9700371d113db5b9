import type { PreparedRequest } from '../kinds/definition';
import { ENTITIES } from '../kinds';
import { settingsToSet } from '../kinds/toPlatform';
import type { Doc } from '../tree';
import type { Destination, EntityStep, WantedStep } from './step';

/** Prepares to create an entity with its first version. */
export async function prepareEntity(
  step: WantedStep,
  destination: Destination,
): Promise<() => Promise<{ id: string }>> {
  return await ENTITIES[step.kind].prepareCreate(step, settingsToSet(step), destination);
}

/** Prepares to change the settings that differ; undefined if none does. */
export async function prepareSettings(
  step: WantedStep,
  id: string,
  destination: Destination,
): Promise<PreparedRequest | undefined> {
  if (!step.changedFields.some(({ part }) => part === 'settings')) return undefined;
  return await prepareUpdate(step, id, settingsToSet(step), destination);
}

export async function prepareUpdate(
  { kind }: EntityStep,
  id: string,
  values: Doc,
  { endpoint, options }: Destination,
): Promise<PreparedRequest> {
  return await new ENTITIES[kind].resource(endpoint).prepareUpdate(id, { values }, options);
}

/** Prepares to add a version; undefined if the version does not differ. */
export async function prepareVersion(
  step: WantedStep,
  id: string,
  destination: Destination,
): Promise<PreparedRequest | undefined> {
  if (!step.changedFields.some(({ part }) => part === 'version')) return undefined;
  return await ENTITIES[step.kind].prepareVersion?.(step, id, destination);
}

export async function deleteEntity(
  { endpoint, options }: Destination,
  { kind, current }: EntityStep,
): Promise<void> {
  const id = current?.id ?? '';
  const remove = await new ENTITIES[kind].resource(endpoint).prepareDelete(id, options);
  await remove();
}
