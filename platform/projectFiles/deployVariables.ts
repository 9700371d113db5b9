import {
  prepareDeleteEnvironmentVariable,
  prepareSetEnvironmentVariable,
  type VariablePlace,
} from '../projects/environmentVariables';
import type { VariableChange } from './compareVariables';
import type { Site } from './site';

export async function setVariable(
  { endpoint, options }: Site,
  place: VariablePlace,
  wanted: NonNullable<VariableChange['wanted']>,
): Promise<void> {
  const set = await prepareSetEnvironmentVariable(endpoint, place, wanted, options);
  await set();
}

export async function deleteVariable(
  { endpoint, options }: Site,
  place: VariablePlace,
  name: string,
): Promise<void> {
  const remove = await prepareDeleteEnvironmentVariable(endpoint, place, name, options);
  await remove();
}
