import { prepareDeleteEnvironmentVariable } from '../../resources/environmentVariable/list';
import type {
  VariablePlace,
  EnvironmentVariable,
} from '../../resources/environmentVariable/variable';
import { prepareSetEnvironmentVariable } from '../../resources/environmentVariable/set';
import type { VariableChange } from '../plan/compareVariables';
import type { Destination } from '../plan/steps';

/** @param there what is listed at the place */
export async function setVariable(
  { endpoint, options }: Destination,
  place: VariablePlace,
  wanted: NonNullable<VariableChange['wanted']>,
  there?: readonly EnvironmentVariable[],
): Promise<void> {
  // A deploy has many of them, and the next one makes up for what is missing.
  const more = { windowMs: 0, there };
  const set = await prepareSetEnvironmentVariable(endpoint, place, wanted, options, more);
  await set();
}

/** @param there as of `setVariable` */
export async function deleteVariable(
  { endpoint, options }: Destination,
  place: VariablePlace,
  name: string,
  there?: readonly EnvironmentVariable[],
): Promise<void> {
  const remove = await prepareDeleteEnvironmentVariable(endpoint, place, name, options, there);
  await remove();
}
