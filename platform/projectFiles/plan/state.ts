import type { EnvironmentVariable } from '../../resources/environmentVariable/variable';
import { currentVersion } from '../kinds/fromPlatform';
import type { Step } from './step';
import { ENTITY_KINDS, isEntityKind } from '../tree';
import type { RawEntity, Snapshot } from '../target/snapshot';

interface StateOptions {
  /** The name that this deploy has given to the entity. */
  name?: string;
  /** The variables of an entity that count. Default: all. */
  variables?: readonly EnvironmentVariable[];
}

/**
 * The entries of a target by their fields: one with the same values as before was not changed by another user. Fingerprints of
 * plans and the checks during a deploy compare these.
 */
export class TargetState {
  private readonly entities: ReadonlyMap<string, RawEntity>;
  private readonly ownVariables: ReadonlyMap<string | undefined, EnvironmentVariable>;

  constructor(private readonly snapshot: Snapshot) {
    const { variables, id, entities } = snapshot;
    this.entities = new Map(
      ENTITY_KINDS.flatMap((kind) =>
        entities[kind].map((entity) => [`${kind} ${entity.id}`, entity] as const),
      ),
    );
    this.ownVariables = new Map((variables.get(id) ?? []).map((one) => [one.name, one]));
  }

  /** @returns undefined if the target does not have the entry */
  of(step: Step, { name, variables }: StateOptions = {}): unknown {
    const { kind, current } = step;
    const { description, variables: all } = this.snapshot;
    if (kind === 'project') return { description };
    if (kind === 'variable') return this.ownVariables.get(step.name);
    // Lists of rights and technologies are compared when they are changed.
    if (!isEntityKind(kind)) return current;
    const entity = current && this.entities.get(`${kind} ${current.id}`);
    if (!entity) return undefined;
    return {
      ...entity,
      ...(name !== undefined && { name }),
      versions: undefined,
      currentVersion: undefined,
      version: currentVersion(entity),
      variables: variables ?? all.get(entity.id) ?? [],
    };
  }
}
