import type { PlatformError } from '../../errors/errors';
import type { EnvironmentVariable } from '../../resources/environmentVariable/variable';
import { Projects } from '../../resources/project';
import { textOf } from '../../text/values';
import { canonicalText } from '../files/stableJson';
import { ENTITIES } from '../kinds';
import { readVariablesOf } from '../kinds/variable';
import type { Plan } from '../plan/plan';
import { TargetState } from '../plan/state';
import { isEntityStep, type Destination, type EntityStep, type Step } from '../plan/step';
import type { Snapshot } from '../target/snapshot';
import { ENTITY_KINDS } from '../tree';
import type { EntityChanges } from './entities';
import { changedSincePlanError, isFailure } from './outcomes';

/**
 * Finds the steps of the project, its variables and entities whose entry another user has changed since the plan was made.
 * Entries that cannot be read count as changed.
 */
export async function findChangedSincePlan(
  steps: readonly Step[],
  { snapshot }: Plan,
  destination: Destination,
  entities: EntityChanges,
): Promise<Map<Step, PlatformError>> {
  const changing = steps.filter(
    ({ kind, action, current }) =>
      action !== 'unchanged' && action !== 'blocked' && (kind !== 'project' || current),
  );
  if (changing.length === 0) return new Map();
  try {
    const { now, reads } = await readAgain(changing, snapshot, destination, entities);
    const [before, after] = [new TargetState(snapshot), new TargetState(now)];
    const describeChange = (step: Step): string | undefined => {
      const { name, hasVariables, twins } = isEntityStep(step)
        ? {
            name: entities.nameOf(step),
            hasVariables: changesVariables(step),
            twins: reads.get(step.kind)?.twinsOf(step) ?? [],
          }
        : { twins: [] };
      const planned = before.of(step, { name, hasVariables });
      const found = after.of(step, { hasVariables });
      if (twins.length > 0 || (planned === undefined && found !== undefined))
        return 'It now exists.';
      if (planned === found) return undefined;
      return found === undefined ? 'It no longer exists.' : 'It differs.';
    };
    const changed = changing.flatMap((step) => {
      const how = describeChange(step);
      return how === undefined ? [] : [[step, changedSincePlanError(step, how)] as const];
    });
    return new Map(changed);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return new Map(changing.map((step) => [step, error]));
  }
}

/** Whether a step changes or deletes the variables of its entity. */
function changesVariables({ variables, action }: EntityStep): boolean {
  return variables.length > 0 || action === 'extraneous';
}

/** Reads what these steps are about. The rest is as it was planned. */
async function readAgain(
  steps: readonly Step[],
  planned: Snapshot,
  { endpoint, projectId, options }: Destination,
  entities: EntityChanges,
) {
  const kinds = new Set(steps.map(({ kind }) => kind));
  // Reads of one moment share a request.
  const [project, own, ofKinds] = await Promise.all([
    kinds.has('project') ? new Projects(endpoint).get(projectId, options) : planned,
    kinds.has('variable') ? readVariablesOf(endpoint, 'PROJECT', projectId, options) : [],
    Promise.all(
      ENTITY_KINDS.filter((kind) => kinds.has(kind)).map(
        async (kind) => [kind, await entities.read(kind)] as const,
      ),
    ),
  ]);
  const ids = new Set(ofKinds.flatMap(([, { raw }]) => raw.map(({ id }) => id)));
  const owners = steps.filter(isEntityStep).filter(changesVariables);
  const variables = owners.flatMap(({ kind, current: { id = '' } = {} }) => {
    const scope = ENTITIES[kind].variableScope;
    if (!scope || !ids.has(id) || !planned.variables.has(id)) return [];
    return [readVariablesOf(endpoint, scope, id, options).then((list) => [id, list] as const)];
  });
  const now: Snapshot = {
    ...planned,
    id: projectId,
    description: textOf(project.description),
    entities: {
      ...planned.entities,
      ...Object.fromEntries(ofKinds.map(([kind, { raw }]) => [kind, raw])),
    },
    variables: new Map([...planned.variables, [projectId, own], ...(await Promise.all(variables))]),
  };
  return { now, reads: new Map(ofKinds) };
}

/** Returns the steps whose variable is no longer as it was planned. */
export function differingVariables(
  steps: readonly Step[],
  planned: readonly EnvironmentVariable[] = [],
  now: readonly EnvironmentVariable[],
): Step[] {
  const byName = (all: readonly EnvironmentVariable[]) =>
    new Map(all.map((variable) => [variable.name, canonicalText(variable)]));
  const [before, after] = [byName(planned), byName(now)];
  return steps.filter(({ name }) => before.get(name) !== after.get(name));
}
