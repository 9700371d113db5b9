import type { PlatformError } from '../../common/errors/errors';
import type { EnvironmentVariable } from '../../resources/environmentVariable/variable';
import { listSome } from '../../common/text/amounts';
import { cleanName } from '../../common/text/text';
import { ENTITIES } from '../kinds';
import { currentVariables, readVariablesOf } from '../kinds/variable';
import { leafChanges } from '../plan/compare';
import type { Plan } from '../plan/plan';
import { stateOf } from '../plan/fingerprint';
import { type Destination, isEntityStep, type Step } from '../plan/step';
import type { Current } from '../tree';
import { type EntityChanges, twinsOf } from './entities';
import { ChangedSincePlanError, isFailure, stepFailure } from './outcomes';

const NOT_READ = 'It was not changed because it could not be read before';

/**
 * Finds the steps of the project, its variables and entities whose entry another user has changed since the plan was made, with
 * a `ChangedSincePlanError`, and those whose entry cannot be read, with another error.
 */
export async function findChangedSincePlan(
  steps: readonly Step[],
  plan: Plan,
  destination: Destination,
  entities: EntityChanges,
): Promise<Map<Step, PlatformError>> {
  const changing = steps.filter(
    ({ kind, action, current, grant }) =>
      action !== 'unchanged' && action !== 'blocked' && !grant && (kind !== 'project' || current),
  );
  const { endpoint, options } = destination;
  // Reads of one moment share a request.
  const kinds = new Set(changing.map(({ kind }) => kind));
  const lists = new Map([...kinds].map((kind) => [kind, entities.read(kind)]));
  const describeChange = async (step: Step): Promise<string | undefined> => {
    const list = await lists.get(step.kind);
    if (list && twinsOf(step, list).length > 0) return 'It now exists.';
    const now = list?.byId.get(step.current?.id ?? '');
    if (!isEntityStep(step)) return describeDifference(step.current, now);
    const isRenamed = entities.names.has(step);
    const scope = ENTITIES[step.kind].variableScope;
    const changesVariables = step.variables.length > 0 || step.action === 'extraneous';
    const areRead = now && scope && changesVariables && plan.snapshot.variables.has(now.id);
    if (!areRead) return describeDifference(step.current, now, isRenamed);
    const variables = currentVariables(await readVariablesOf(endpoint, scope, now.id, options));
    return describeDifference(step.current, { ...now, variables }, isRenamed);
  };
  const failures = changing.map(async (step): Promise<Array<[Step, PlatformError]>> => {
    try {
      const how = await describeChange(step);
      return how === undefined ? [] : [[step, new ChangedSincePlanError(step, how)]];
    } catch (error) {
      if (!isFailure(error)) throw error;
      return [[step, stepFailure(NOT_READ, error, 'none')]];
    }
  });
  return new Map((await Promise.all(failures)).flat());
}

/** @throws ChangedSincePlanError if a variable of a step is no longer as it was planned */
export function requireUnchangedVariables(
  steps: readonly Step[],
  now: readonly EnvironmentVariable[],
): void {
  const byName = new Map(currentVariables(now).map((variable) => [variable.name, variable]));
  for (const step of steps) {
    const how = describeDifference(step.current, byName.get(step.name));
    if (how !== undefined) throw new ChangedSincePlanError(step, how);
  }
}

/** Names the fields that differ, without their values, which may be secrets. Undefined if none does. */
function describeDifference(
  planned: Current | undefined,
  now: Current | undefined,
  isRenamed = false,
): string | undefined {
  if (!planned) return now && 'It now exists.';
  if (!now) return 'It no longer exists.';
  const [from, to] = [planned, now].map((entry) => ({
    ...stateOf(entry),
    ...(isRenamed && { name: undefined }),
  }));
  const names = leafChanges({ field: '', from, to }).map(({ field }) => cleanName(field.slice(1)));
  return names.length === 0 ? undefined : `It differs in ${listSome(names, 10)}.`;
}
