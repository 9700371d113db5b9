import type { PlatformError } from '../../errors/errors';
import type { EnvironmentVariable } from '../../resources/environmentVariable/variable';
import { Projects } from '../../resources/project';
import { listSome } from '../../text/amounts';
import { excerpt } from '../../text/text';
import { textOf } from '../../text/values';
import { ENTITIES } from '../kinds';
import { readVariablesOf } from '../kinds/variable';
import { leafChanges } from '../plan/compare';
import type { Plan } from '../plan/plan';
import { TargetState } from '../plan/state';
import { isEntityStep, type Destination, type EntityStep, type Step } from '../plan/step';
import { isEntityKind, type Kind } from '../tree';
import type { EntityChanges } from './entities';
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
    ({ kind, action, current }) =>
      action !== 'unchanged' && action !== 'blocked' && (kind !== 'project' || current),
  );
  const { endpoint, options } = destination;
  const { variables } = plan.snapshot;
  const planned = new TargetState(plan.snapshot);
  // Reads of one moment share a request.
  const kinds = new Set(changing.map(({ kind }) => kind));
  const lists = new Map(
    [...kinds].map((kind) => [kind, readNow(kind, plan, destination, entities)]),
  );
  const describeChange = async (step: Step): Promise<string | undefined> => {
    const list = await lists.get(step.kind);
    if (!list || !isEntityStep(step))
      return describeDifference(planned.of(step), list?.state.of(step));
    if (list.twinsOf?.(step).length) return 'It now exists.';
    const { id = '' } = step.current ?? {};
    const scope = ENTITIES[step.kind].variableScope;
    const before = changesVariables(step) ? variables.get(id) : undefined;
    const isRead = scope && before && list.state.of(step) !== undefined;
    const now = isRead ? await readVariablesOf(endpoint, scope, id, options) : before;
    return describeDifference(
      planned.of(step, { name: entities.nameOf(step), variables: before ?? [] }),
      list.state.of(step, { variables: now ?? [] }),
    );
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

/** Reads the entries of one kind. Those of other kinds are as they were planned. */
async function readNow(
  kind: Kind,
  { snapshot }: Plan,
  { endpoint, projectId: id, options }: Destination,
  entities: EntityChanges,
) {
  if (isEntityKind(kind)) {
    const { raw, twinsOf } = await entities.read(kind);
    const now = { ...snapshot.entities, [kind]: raw };
    return { state: new TargetState({ ...snapshot, entities: now }), twinsOf };
  }
  if (kind === 'project') {
    const { description } = await new Projects(endpoint).get(id, options);
    return { state: new TargetState({ ...snapshot, description: textOf(description) }) };
  }
  if (kind !== 'variable') return { state: new TargetState(snapshot) };
  const variables = new Map([[id, await readVariablesOf(endpoint, 'PROJECT', id, options)]]);
  return { state: new TargetState({ ...snapshot, id, variables }) };
}

/** Whether a step changes or deletes the variables of its entity. */
function changesVariables({ variables, action }: EntityStep): boolean {
  return variables.length > 0 || action === 'extraneous';
}

/** Finds the first step whose variable is no longer as it was planned. */
export function findChangedVariable(
  steps: readonly Step[],
  planned: readonly EnvironmentVariable[],
  now: readonly EnvironmentVariable[],
): ChangedSincePlanError | undefined {
  const byName = (all: readonly EnvironmentVariable[]) =>
    new Map(all.map((variable) => [variable.name, variable]));
  const [before, after] = [byName(planned), byName(now)];
  for (const step of steps) {
    const how = describeDifference(before.get(step.name), after.get(step.name));
    if (how !== undefined) return new ChangedSincePlanError(step, how);
  }
  return undefined;
}

const MAX_NAMED = 10;

/** Names the fields that differ, without their values, which may be secrets. Undefined if none does. */
function describeDifference(planned: unknown, now: unknown): string | undefined {
  if (planned === undefined) return now === undefined ? undefined : 'It now exists.';
  if (now === undefined) return 'It no longer exists.';
  const names = leafChanges({ field: '', from: planned, to: now }).map(({ field }) =>
    excerpt(field.slice(1), [], 100),
  );
  return names.length === 0 ? undefined : `It differs in ${listSome(names, MAX_NAMED)}.`;
}
