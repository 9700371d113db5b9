import type { PlatformError } from '../../errors/errors';
import type { EnvironmentVariable } from '../../resources/environmentVariable/variable';
import { Projects } from '../../resources/project';
import { textOf } from '../../text/values';
import { canonicalText } from '../files/stableJson';
import { ENTITIES } from '../kinds';
import { readVariablesOf } from '../kinds/variable';
import type { Plan } from '../plan/plan';
import { isEntityStep, type Destination, type EntityStep, type Step } from '../plan/step';
import { ENTITY_KINDS, type EntityKind } from '../tree';
import type { EntityChanges } from './entities';
import { changedSincePlanError, isFailure } from './outcomes';

/**
 * Finds the steps of the project, its variables and entities whose entry another user has changed since the plan was made.
 * An entry that cannot be read counts as changed.
 */
export async function findChangedSincePlan(
  steps: readonly Step[],
  plan: Plan,
  destination: Destination,
  entities: EntityChanges,
): Promise<Map<Step, PlatformError>> {
  const changing = steps.filter(({ action }) => action !== 'unchanged' && action !== 'blocked');
  const find = async <One extends Step>(
    some: readonly One[],
    findChanges: () => Promise<ReadonlyArray<readonly [One, string]>>,
  ): Promise<Array<readonly [Step, PlatformError]>> => {
    if (some.length === 0) return [];
    try {
      return (await findChanges()).map(([step, how]) => [step, changedSincePlanError(step, how)]);
    } catch (error) {
      if (!isFailure(error)) throw error;
      return some.map((step) => [step, error]);
    }
  };
  const ofProject = changing.filter(({ kind, current }) => kind === 'project' && current);
  const variables = changing.filter(({ kind }) => kind === 'variable');
  const ofEntities = changing.filter(isEntityStep);
  // Reads of one moment share a request.
  const found = await Promise.all([
    find(ofProject, async () => await findChangedDescription(ofProject, destination)),
    find(variables, async () => await findChangedVariables(variables, plan, destination)),
    find(ofEntities, async () => {
      const ofKinds = ENTITY_KINDS.map(async (kind) => {
        const ofKind = ofEntities.filter((step) => step.kind === kind);
        return ofKind.length === 0
          ? []
          : await findChangedEntities(kind, ofKind, plan, destination, entities);
      });
      return (await Promise.all(ofKinds)).flat();
    }),
  ]);
  return new Map(found.flat());
}

type Changes<One extends Step> = Array<readonly [step: One, how: string]>;

async function findChangedDescription(
  steps: readonly Step[],
  { endpoint, projectId, options }: Destination,
): Promise<Changes<Step>> {
  const { description } = await new Projects(endpoint).get(projectId, options);
  return steps
    .filter(({ current }) => textOf(description) !== current?.doc.description)
    .map((step) => [step, 'Its description differs.']);
}

async function findChangedVariables(
  steps: readonly Step[],
  plan: Plan,
  { endpoint, projectId, options }: Destination,
): Promise<Changes<Step>> {
  const now = await readVariablesOf(endpoint, 'PROJECT', projectId, options);
  const planned = plan.snapshot.variables.get(projectId);
  return differingVariables(steps, planned, now).map((step) => [step, 'It differs.']);
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

async function findChangedEntities(
  kind: EntityKind,
  steps: readonly EntityStep[],
  { snapshot }: Plan,
  destination: Destination,
  entities: EntityChanges,
): Promise<Changes<EntityStep>> {
  const [{ raw, current }, variables] = await Promise.all([
    entities.read(kind),
    Promise.allSettled(steps.map(async (step) => await readVariables(step, snapshot, destination))),
  ]);
  const planned = new Map(snapshot.entities[kind].map((entity) => [entity.id, entity]));
  const now = new Map(raw.map((entity) => [entity.id, entity]));
  const twinsOf = entities.twinFinder(kind, current);
  const describeChange = (step: EntityStep, index: number): string | undefined => {
    if (!step.current) return twinsOf(step).length > 0 ? 'It now exists.' : undefined;
    const { id } = step.current;
    const name = entities.nameOf(step);
    const before = { ...planned.get(id), ...(name !== undefined && { name }) };
    const list = variables[index];
    if (!now.has(id)) return 'It no longer exists.';
    if (list?.status === 'rejected') throw list.reason;
    if (!isSame(before, now.get(id))) return 'Its settings or its version differ.';
    const isAsPlanned = !list?.value || isSame(list.value, snapshot.variables.get(id) ?? []);
    return isAsPlanned ? undefined : 'Its variables differ.';
  };
  return steps.flatMap((step, index) => {
    const how = describeChange(step, index);
    return how === undefined ? [] : [[step, how] as const];
  });
}

/** Reads the variables of an entity if the step changes or deletes them. */
async function readVariables(
  { kind, current, variables, action }: EntityStep,
  snapshot: Plan['snapshot'],
  { endpoint, options }: Destination,
): Promise<EnvironmentVariable[] | undefined> {
  const scope = ENTITIES[kind].variableScope;
  const isConcerned = variables.length > 0 || action === 'extraneous';
  if (!current || !scope || !isConcerned || !snapshot.variables.has(current.id)) return undefined;
  return await readVariablesOf(endpoint, scope, current.id, options);
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalText(one) === canonicalText(other);
}
