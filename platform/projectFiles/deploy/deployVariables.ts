import { prepareDeleteEnvironmentVariable } from '../../projects/environmentVariables/delete';
import type { VariablePlace } from '../../projects/environmentVariables/place';
import { prepareSetEnvironmentVariable } from '../../projects/environmentVariables/set';
import type { VariableChange } from '../plan/compareVariables';
import type { Destination } from './destination';

export async function setVariable(
  { endpoint, options }: Destination,
  place: VariablePlace,
  wanted: NonNullable<VariableChange['wanted']>,
): Promise<void> {
  // A deploy has many of them, and the next one makes up for what is missing.
  const set = await prepareSetEnvironmentVariable(endpoint, place, wanted, options, 0);
  await set();
}

export async function deleteVariable(
  { endpoint, options }: Destination,
  place: VariablePlace,
  name: string,
): Promise<void> {
  const remove = await prepareDeleteEnvironmentVariable(endpoint, place, name, options);
  await remove();
}
