import type { INodeExecutionData } from 'n8n-workflow';
import type { ChaosOperation } from '../operations';
import type { World } from '../world';
import type { ItemResult } from './results';

/** Returns the false part of the output of a successful change. */
export function falseChange(
  { name, kinds }: ChaosOperation,
  world: World,
  { item, succeeded }: ItemResult,
): string | undefined {
  if (succeeded.every(isOfNoChange)) return undefined;
  const { id, status } = succeeded[0]?.json ?? {};
  // The request for an existing entity has its ID.
  const targets = typeof id === 'string' ? [item.target, id] : [item.target];
  const effects = targets.flatMap((target) => world.effectsOn(kinds, target));
  const own = effects.filter(({ byNode }) => byNode);
  const isOther = effects.some((effect) => !effect.byNode && effect.id === id);
  if (own.length === 0) return isOther ? STARTED_BY_OTHER : `no ${kinds.join(' or ')} was made`;
  if (typeof id !== 'string' || kinds.length > 1) return undefined;
  const ids = own.flatMap((effect) => effect.id ?? []);
  if (ids.length > 0 && !ids.includes(id)) {
    return `${id} is not what it made: ${isOther ? STARTED_BY_OTHER : ids.join()}`;
  }
  const run = /AndWait$/.test(name) ? world.run(id) : undefined;
  return run && run.status !== status ? `${String(status)}, but it is ${run.status}` : undefined;
}

export const STARTED_BY_OTHER = 'it was started by somebody else';

function isOfNoChange({ json }: INodeExecutionData): boolean {
  const { action, skipped, dryRun, matched } = json;
  return action === 'unchanged' || skipped === true || dryRun === true || matched === 0;
}

/** Compares the output of a reading operation with its output without faults. */
export function falseRead(
  { succeeded }: ItemResult,
  calm: ItemResult | undefined,
): string | undefined {
  if (!calm || calm.failure !== undefined) return undefined;
  const [is, wanted] = [succeeded, calm.succeeded].map((outputs) => outputs.map(digest));
  const different = wanted?.find((one, index) => one !== is?.[index]);
  if (is?.length === wanted?.length && different === undefined) return undefined;
  return `${is?.length} outputs instead of ${wanted?.length}; ${different ?? ''}`;
}

/** Picks the values that do not change with time. */
function digest({ json }: INodeExecutionData): string {
  const { id, name, path, size, index, action, label, value } = json;
  return JSON.stringify([id, name, path, size, index, action, label, value]);
}
